// Questions that this graph can really answer, as buttons to ask them by.
import { get } from "./client.js";
import { h } from "./dom.js";
import { keepProposed } from "./store.js";
import { currentLanguage, t } from "./words.js";

const WIDTHS = [18, 22, 16, 20, 24, 15];

export async function suggestions(site) {
  try {
    const { items } = await get("/v1/suggestions", { site, lang: currentLanguage() });
    const questions = items.map((item) => item.question);
    keepProposed(site, currentLanguage(), questions);
    return questions;
  } catch {
    return [];
  }
}

export function chips(questions, take) {
  return [h("h2", { class: "label" }, t("suggestions")), h("ul", { class: "chips" }, questions.map((text) => h("li", {}, h("button", { type: "button", onclick: () => take(text) }, text))))];
}

function chipToCome(wide) {
  const chip = h("span");
  chip.style.width = `${wide}rem`;
  return chip;
}

export function chipsToCome() {
  return [h("h2", { class: "label" }, t("moreSuggestions")), h("div", { class: "chips to-come", "aria-hidden": "true" }, WIDTHS.map((wide) => chipToCome(wide)))];
}
