// How a site is: the crawl's endings, its freshness, what changed, what people did with answers.
import { fill, h, link } from "./dom.js";
import { said } from "./said.js";
import { bars, folded, operate, soft, table } from "./site-parts.js";
import { modeName, shortDate, t } from "./words.js";

const LISTS = ["broken", "failed_ingest", "unread", "redirects", "duplicates", "trapped", "refused"];
const AGES = { day: "ageDay", week: "ageWeek", month: "ageMonth", year: "ageYear", older: "ageOlder" };
const DAY = 86400000;

export async function report(site) {
  const found = await operate("GET", `/v1/sites/${encodeURIComponent(site)}/report`);
  const counts = Object.entries(found.counts).map(([status, count]) => [t(`s_${status}`), count]);
  return [found.last_run.reason && soft(t("lastRun", { date: shortDate(found.last_run.ended_at), text: said(found.last_run.reason, "crawls") })),
    bars(t("status"), counts, (index) => (Object.keys(found.counts)[index] === "ok" ? "" : "dim")),
    (found.last_run.capped ?? []).map((text) => soft(t("capped", { text: said(text, "crawls") }))),
    LISTS.map((name) => folded(t(name), found[name], ending)),
    h("details", {}, h("summary", {}, `${t("section")}${t("colon")}${found.sections.length}`), table(t("section"), [t("section"), t("pages"), t("others")], found.sections.map((row) => [row.section, row.pages, Object.entries(row.counts).filter(([status]) => status !== "ok").map(([status, count]) => `${t(`s_${status}`)} ${count}`).join(", ")]), [1]))];
}

function ending(row) {
  return [link(row.url, row.url, { target: "_blank", class: "any-text" }), h("div", { class: "soft any-text" }, [row.http_status || "", said(row.reason, "crawls")].filter(Boolean).join(" · ")),
    row.referrer && h("div", { class: "soft any-text" }, `${t("linkedFrom")} `, link(row.referrer, row.referrer, { target: "_blank" }))];
}

export async function freshness(site) {
  const found = await operate("GET", `/v1/sites/${encodeURIComponent(site)}/report`);
  return [bars(t("lookedAt"), Object.entries(found.ages).map(([age, count]) => [t(AGES[age]), count])), soft(t("due", { n: found.due }))];
}

export function changes(site) {
  const list = h("div", { class: "page-part" });
  const field = h("input", { type: "date", id: "changes-since", value: new Date(Date.now() - 7 * DAY).toISOString().slice(0, 10) });
  const load = async () => {
    const query = new URLSearchParams(field.value ? { since: field.value } : {});
    const asked = list.asked = {};
    const { items } = await operate("GET", `/v1/sites/${encodeURIComponent(site)}/changes?${query}`);
    if (list.asked !== asked) return;
    const rows = items.map((item) => [shortDate(item.at), t(`w_${item.what}`), link(item.url, item.title || item.url, { target: "_blank" })]);
    fill(list, rows.length ? table(t("changes"), [t("when"), t("status"), t("pageHead")], rows) : soft(t("nothingChanged")));
  };
  field.addEventListener("change", () => load().catch((error) => fill(list, soft(error.message))));
  return load().then(() => [h("div", { class: "row" }, h("label", { for: "changes-since", class: "soft small" }, t("since")), field), list]);
}

export async function usage(site) {
  const use = await operate("GET", `/v1/usage${site ? `?${new URLSearchParams({ site })}` : ""}`);
  const number = (value) => (value === null ? "–" : Number(value).toLocaleString());
  const modes = Object.entries(use.modes).map(([mode, count]) => `${modeName(mode)} ${count}`).join(t("comma")) || "–";
  const facts = [[t("questions"), number(use.questions)], [t("answeredCount"), use.questions ? `${number(use.answered)} (${Math.round((100 * use.answered) / use.questions)} %)` : "–"], [t("median"), `${number(use.ms_median)} ${t("ms")}`], [t("p95"), `${number(use.ms_p95)} ${t("ms")}`], [t("tokensUsed"), number(use.tokens)], [t("modeOf"), modes]];
  const days = (use.days ?? []).map((day) => [`${day.day} · ${number(day.ms_median)} ${t("ms")}`, day.questions]);
  return [h("dl", { class: "facts" }, facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])), days.length > 1 && bars(t("byDay"), days)];
}

export async function feedback(site) {
  const { items } = await operate("GET", `/v1/feedback?${new URLSearchParams({ limit: 50, ...(site ? { site } : {}) })}`);
  const rows = items.map((item) => [shortDate(item.at), item.helpful ? t("helpful") : t("unhelpful"), item.mode && modeName(item.mode), h("a", { href: `/?${new URLSearchParams({ q: item.question, ...(item.site ? { site: item.site } : {}) })}` }, item.question), item.comment]);
  return items.length ? table(t("feedback"), [t("when"), t("status"), t("modeOf"), t("question_"), t("detail")], rows) : soft(t("noFeedback"));
}
