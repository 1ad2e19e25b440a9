// What a step of the search did, in a reader's words: what it found and how much, none of the names that programs go by.
import { percent } from "./markup.js";
import { said } from "./said.js";
import "./trace-words.js";
import { t } from "./words.js";

const SENTENCES = {
  understand: (detail, asked) => [detail.question && detail.question !== asked && tell("question", detail.question), list("terms", detail.terms), list("names", detail.names), list("codes", detail.codes?.filter((code) => /\d/.test(code)))],
  route: (detail) => [detail.reason && said(detail.reason, "answers")],
  named: (detail) => [detail.pages ? tell("namedPages", detail.pages) : t("tr_noNamed")],
  direct: (detail) => [tell("eligible", detail.eligible), count("candidates", detail.candidates)],
  read: (detail) => [tell("blocks", detail.blocks)],
  rerank: (detail) => [count("order", detail.order), failure(detail)],
  cut: (detail) => [count("kept", detail.kept), tell("words", detail.words), detail.cut > 0 && tell("cut", detail.cut)],
  doubt: (detail) => [detail.probability !== undefined && tell("probability", percent(detail.probability)), list("absent", detail.absent)],
  embed: () => [t("tr_embed")],
  extract: (detail) => [detail.made_by === "extractive" && t("tr_extractive"), detail.disagreeing > 0 && tell("disagreeing", detail.disagreeing)],
  verify: (detail) => [tell("claims", detail.claims), count("dropped", detail.dropped)],
  generate: (detail) => [tell("tokens", detail.tokens), failure(detail)],
  link: (detail) => [detail.links?.length ? tell("links", namesOf(detail.links)) : t("tr_noLinks")],
  reason: (detail) => [list("paths", detail.paths?.slice(0, 3)), count("candidates", detail.candidates)],
  walk: (detail) => (detail.readable === false ? [t("tr_noChain")] : [list("found", detail.found)]),
  list: (detail) => (detail.readable === false ? [t("tr_noList")] : [detail.type && tell("type", said(words(detail.type), "graph")), list("conditions", detail.conditions), list("relaxed", detail.relaxed), tell("total", detail.total)]),
  decompose: (detail) => [list("sub", detail.sub_questions)],
};

export function stepName(step) {
  const name = t(`step_${step}`);
  return name === `step_${step}` ? said(words(step), "steps") : name;
}

export function sentencesOf({ step, detail }, asked = "") {
  const make = SENTENCES[step] ?? ((values) => [count("candidates", values.candidates), values.pages > 0 && tell("pages", values.pages)]);
  return make(detail ?? {}, asked).filter(Boolean).join(" · ");
}

function tell(name, value) {
  return value !== undefined && value !== null && value !== "" && t(`tr_${name}`, { value });
}

function list(name, values) {
  return values?.length > 0 && tell(name, [values].flat().map((value) => said(words(String(value)), "answers")).join(t("comma")));
}

function count(name, values) {
  const number = Array.isArray(values) ? values.length : values;
  return number > 0 && tell(name, number);
}

function failure(detail) {
  return detail.failed && tell("failed", said(String(detail.failed), "errors"));
}

function namesOf(links) {
  return [...new Set(links.map((one) => (typeof one === "object" ? one.name ?? one.entity : String(one))).filter(Boolean))].join(t("comma"));
}

function words(name) {
  return name.replaceAll("_", " ");
}
