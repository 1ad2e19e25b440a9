// Answer text to elements: paragraphs, lists, tables, and [n] as buttons. Everything else stays plain text.
import { h } from "./dom.js";
import { t } from "./words.js";

export function render(text, cite) {
  const lines = text.split("\n");
  const parts = [];
  for (let at = 0; at < lines.length; ) {
    const kind = kindOf(lines[at]);
    let end = at + 1;
    while (end < lines.length && kindOf(lines[end]) === kind && kind !== "empty") end += 1;
    if (kind !== "empty") parts.push(block(kind, lines.slice(at, end), cite));
    at = end;
  }
  return parts;
}

function kindOf(line) {
  if (!line.trim()) return "empty";
  if (/^\s*[-•*] /.test(line)) return "bullets";
  if (/^\s*\d+[.)] /.test(line)) return "numbers";
  return /^\s*\|.*\|\s*(\[\d+\]\s*)*$/.test(line) ? "table" : "text";
}

function block(kind, lines, cite) {
  if (kind === "table") return table(lines, cite);
  if (kind === "text") return h("p", { dir: "auto" }, inline(lines.join("\n"), cite));
  const items = lines.map((line) => h("li", { dir: "auto" }, inline(line.replace(/^\s*([-•*]|\d+[.)]) /, ""), cite)));
  return h(kind === "bullets" ? "ul" : "ol", {}, items);
}

function table(lines, cite) {
  const rows = lines.map((line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const ruled = rows.length > 1 && rows[1].every((cell) => /^:?-+:?$/.test(cell));
  const body = ruled ? rows.slice(2) : rows;
  const cells = (tag, row) => h("tr", {}, row.map((cell) => h(tag, { dir: "auto" }, inline(cell, cite))));
  return h("div", { class: "scroll", tabindex: "0" }, h("table", {}, ruled && h("thead", {}, cells("th", rows[0])),
    h("tbody", {}, body.map((row) => cells("td", row)))));
}

// "… words [1][2]" → text and citation buttons.
export function inline(text, cite) {
  return text.split(/(\s*\[\d+\])/).map((part) => {
    const found = /^\s*\[(\d+)\]$/.exec(part);
    const button = found && cite && cite(Number(found[1]));
    return button ? ["\u2060", button] : part;
  });
}

// The text with the first place where the quote stands marked; the text alone when it does not stand there.
export function marked(text, quote) {
  const place = findQuote(text, quote);
  if (!place) return [text];
  return [text.slice(0, place[0]), h("mark", {}, text.slice(...place)), text.slice(place[1])];
}

export function findQuote(text, quote) {
  const words = quote.trim().split(/\s+/).filter(Boolean);
  if (!words.length) return null;
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+");
  const found = new RegExp(pattern, "u").exec(text);
  return found && [found.index, found.index + found[0].length];
}

// Address that opens the page at the cited words: the anchor, and text fragments for browsers that know them.
export function placeOf(citation) {
  const found = fragments(citation.quote).map((fragment) => `text=${fragment}`).join("&");
  return `${citation.url.split("#")[0]}#${citation.anchor ? encodeURIComponent(citation.anchor) : ""}${found && `:~:${found}`}`;
}

const MOST_RUNS = 8;
const MOST_WORDS = 12;
const EDGE = 5;

// A quote of a row or of a definition joins what stands apart on the page: its cells by " | ", its lines by breaks. Each
// run is named by itself, and by the run beside it, for a cell alone may stand in many places.
export function fragments(quote) {
  const runs = quote.split(/\n+|(?:^|\s)\|(?=\s|$)/).map(bare).filter((run) => /[\p{L}\p{N}]/u.test(run)).slice(0, MOST_RUNS);
  if (runs.length === 1) return [inText(runs[0])];
  return runs.map((run, at) => (at === 0 ? `${inText(run)},-${encode(head(runs[1]))}` : `${encode(tail(runs[at - 1]))}-,${inText(run)}`));
}

// The mark of a list is drawn by the browser and is no text of the page.
function bare(run) {
  return run.replace(/^\s*(?:[-•*–]|\d+[.)])\s+(?=\S)/, "").trim().replace(/\s+/g, " ");
}

function inText(run) {
  const words = run.split(" ");
  return words.length > MOST_WORDS ? `${encode(head(run))},${encode(tail(run))}` : encode(run);
}

function head(run) {
  const words = run.split(" ");
  return words.length > MOST_WORDS ? words.slice(0, EDGE).join(" ") : run;
}

function tail(run) {
  const words = run.split(" ");
  return words.length > MOST_WORDS ? words.slice(-EDGE).join(" ") : run;
}

function encode(text) {
  return encodeURIComponent(text).replaceAll("-", "%2D");
}

export function percent(share) {
  return `${Math.round(share * 100)} %`;
}

export function pagesAtAGlance(count) {
  return count === 1 ? t("onePage") : t("manyPages", { n: count });
}
