// The tour: a guided first visit over a question this site can really answer, in four steps on the real pages.
import { askView, graphAddress } from "./ask.js";
import { compareView } from "./compare.js";
import { announce, fill, h, onShown, show } from "./dom.js";
import { graphView } from "./graph.js";
import { suggestions } from "./suggestions.js";
import "./tour-words.js";
import { t } from "./words.js";

const STEPS = 4;

export function tourView(context) {
  const tour = new Tour(context);
  return onShown(tour.node, () => tour.begin());
}

class Tour {
  constructor(context) {
    this.context = context;
    this.step = 0;
    this.stage = h("div", { class: "stage" });
    this.card = h("section", { class: "tour", "aria-label": t("tour"), tabindex: "-1", onkeydown: (event) => event.key === "Escape" && this.end() });
    this.node = h("div", { class: "stage touring" }, this.card, this.stage);
  }

  async begin() {
    fill(this.stage, h("div", { class: "page" }, h("p", { class: "soft", role: "status" }, t("loading"))));
    this.questions = await suggestions(this.context.site);
    if (!this.node.isConnected) return;
    if (!this.questions.length) return fill(this.stage, h("div", { class: "page" }, h("div", { class: "absent" }, h("p", {}, t("tourNone")))));
    this.question = this.questions[0];
    fill(this.stage);
    this.show();
  }

  // Called by the ask view when its answer is complete.
  answered(turn) {
    this.turn = turn;
    this.answer = turn.answer;
    if (this.step === 1) this.openTrace();
  }

  view() {
    const context = (parameters) => ({ ...this.context, parameters, tour: this });
    const question = new URLSearchParams({ q: this.question });
    if (this.step <= 1) return this.asking ??= askView(context(question));
    if (this.step === 2) return compareView(context(new URLSearchParams({ q: this.question, modes: "A,C" })));
    return graphView(context(new URLSearchParams(this.answer ? graphAddress(this.answer).split("?")[1] : "")));
  }

  show() {
    const view = this.view();
    if (!view.isConnected) show(this.stage, view);
    if (this.step === 1) this.openTrace();
    const button = (name, action, kind = "") => h("button", { type: "button", class: kind, onclick: action }, t(name));
    fill(this.card, h("div", { class: "tour-text" }, h("p", { class: "label" }, t("stepOf", { n: this.step + 1, m: STEPS })), h("h2", {}, t(`tour${this.step + 1}`)), h("p", {}, t(`tour${this.step + 1}text`))),
      h("div", { class: "row" }, this.step === 0 && this.questions.length > 1 && button("anotherQuestion", () => this.another()), this.step > 0 && button("back", () => this.go(-1)),
        this.step < STEPS - 1 ? button("next", () => this.go(1), "main") : h("a", { class: "button main", href: "/" }, t("ownQuestion")), button("end", () => this.end(), "plain")));
    history.replaceState(null, "", "/tour");
  }

  openTrace() {
    if (!this.turn) return;
    const { node } = this.turn.trace;
    node.setAttribute("open", "");
    node.scrollIntoView({ block: node.offsetHeight > innerHeight * 0.7 ? "start" : "nearest" });
  }

  another() {
    this.questions.push(this.questions.shift());
    this.question = this.questions[0];
    this.asking = this.turn = this.answer = null;
    fill(this.stage);
    this.show();
  }

  go(by) {
    this.step += by;
    this.show();
    this.card.focus();
    announce(`${t("stepOf", { n: this.step + 1, m: STEPS })}: ${t(`tour${this.step + 1}`)}`);
  }

  end() {
    this.context.go("/");
  }
}
