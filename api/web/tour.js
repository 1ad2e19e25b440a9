// The tour: a guided first visit over questions this site can really answer, in four steps on the real pages.
import { askView, graphAddress, suggestions } from "./ask.js";
import { compareView } from "./compare.js";
import { fill, h, onShown, show } from "./dom.js";
import { graphView } from "./graph.js";
import { t } from "./words.js";

export async function tourView(context) {
  const tour = new Tour(context, await suggestions(context.site));
  return onShown(tour.node, () => tour.show());
}

class Tour {
  constructor(context, questions) {
    this.context = context;
    this.question = questions[0] ?? "";
    this.step = 0;
    this.stage = h("div", { class: "stage" });
    this.card = h("div", { class: "tour", role: "region", "aria-label": t("tour"), tabindex: "-1" });
    this.node = h("div", { class: "stage" }, this.stage, this.card);
  }

  steps() {
    const asked = new URLSearchParams(this.question ? { q: this.question } : {});
    const context = (parameters) => ({ ...this.context, parameters, tour: this });
    return [
      () => askView(context(asked)),
      () => this.openTrace(),
      () => compareView(context(new URLSearchParams({ q: this.question, modes: "A,C" }))),
      () => graphView(context(new URLSearchParams(this.answer ? graphAddress(this.answer).split("?")[1] : ""))),
    ];
  }

  answered(turn) {
    this.turn = turn;
    this.answer = turn.answer;
  }

  openTrace() {
    this.turn?.trace.node.setAttribute("open", "");
    this.turn?.trace.node.scrollIntoView({ block: "center" });
    return null;
  }

  show() {
    const view = this.steps()[this.step]();
    if (view) show(this.stage, view);
    const number = this.step + 1;
    const last = number === this.steps().length;
    fill(this.card, h("h2", {}, `${number}/${this.steps().length}  ${t(`tour${number}`)}`), h("p", {}, t(`tour${number}text`)),
      h("div", { class: "row" }, !last && h("button", { type: "button", class: "main", onclick: () => { this.step += 1; this.show(); this.card.focus(); } }, t("next")), h("a", { class: "button", href: "/" }, t("end"))));
  }
}
