// What the server says to a reader (reasons, notes, steps, errors, names of our own types) in the reader's language. The
// server speaks English; said/LANGUAGE.json holds the same sentences in another one, with {} where something is filled in.
// What comes from a site is in no such book, and stays as it is.
import { currentLanguage } from "./words.js";

let book = { sections: {}, exact: new Map(), patterns: [] };

// Reads the book of the reader's language, if it is not English. Without it everything stays English.
export async function openBook() {
  const language = currentLanguage();
  if (book.language === language) return;
  try {
    const sections = language === "en" ? {} : await (await fetch(`/web/said/${language}.json`)).json();
    book = { language, sections, ...indexed(sections) };
  } catch {
    book = { sections: {}, exact: new Map(), patterns: [] };
  }
}

function indexed(sections) {
  const all = Object.values(sections).flatMap(Object.entries);
  const open = all.filter(([text]) => text.includes("{}"));
  const patterns = open.map(([text, other]) => ({ text, other, pattern: asPattern(text) }));
  patterns.sort((a, b) => weight(b.text) - weight(a.text));
  return { exact: new Map(all), patterns };
}

function weight(text) {
  return text.replaceAll("{}", "").length;
}

function asPattern(text) {
  return new RegExp(`^${text.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.+?)")}$`, "s");
}

// A sentence of ours in the reader's language; `section` is where a word that means several things is looked for first.
export function said(text, section = "") {
  if (!text || !book.exact.size) return text ?? "";
  return known(text, section) ?? filled(text, section) ?? inParts(text, section) ?? text;
}

function known(text, section) {
  return book.sections[section]?.[text] ?? book.exact.get(text);
}

// What fills a sentence in may be ours too. A sentence that is only a joint of others must not join what is not ours.
function filled(text, section) {
  for (const { text: english, other, pattern } of book.patterns) {
    const found = pattern.exec(text);
    if (!found) continue;
    const values = found.slice(1).map((value) => said(value, section));
    if (weight(english) < 4 && values.every((value, at) => value === found[at + 1])) continue;
    let next = 0;
    return other.replace(/\{(\d*)\}/g, (_, at) => values[at === "" ? next++ : Number(at)]);
  }
  return null;
}

function inParts(text, section) {
  const parts = text.split("; ");
  if (parts.length === 1) return null;
  const others = parts.map((part) => said(part, section));
  return others.some((other, at) => other !== parts[at]) ? others.join("；") : null;
}
