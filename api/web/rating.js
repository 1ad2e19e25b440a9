// What a reader thinks of an answer: the thumb is kept at once, and a few words can be added to it, whichever way it points.
import { post } from "./client.js";
import { fill, h } from "./dom.js";
import { t } from "./words.js";

const LONGEST_ANSWER = 20000;

export class Rating {
  constructor(question, answer, status) {
    this.about = { question, answer: answer.answer.slice(0, LONGEST_ANSWER), site: answer.site, mode: answer.route.mode };
    this.status = status;
    this.kept = null;
    this.words = h("div");
    this.thumbs = [this.thumb("helpful", true), this.thumb("unhelpful", false)];
  }

  thumb(name, helpful) {
    return h("button", { type: "button", class: "plain small", "aria-pressed": "false", onclick: (event) => this.rate(helpful, event.currentTarget) }, t(name));
  }

  async rate(helpful, thumb) {
    if (!(await this.send({ helpful, comment: "" }))) return;
    this.helpful = helpful;
    for (const other of this.thumbs) other.setAttribute("aria-pressed", String(other === thumb));
    this.askMore();
  }

  askMore() {
    const field = h("textarea", { maxlength: "2000", rows: "2", id: `comment-${this.kept}` });
    const submit = async (event) => {
      event.preventDefault();
      if (field.value.trim() && !(await this.send({ helpful: this.helpful, comment: field.value.trim() }))) return;
      fill(this.words);
      this.thumbs.find((thumb) => thumb.getAttribute("aria-pressed") === "true").focus();
    };
    fill(this.words, h("form", { class: "comment", onsubmit: submit }, h("label", { for: field.id, class: "small" }, t(this.helpful ? "commentAlso" : "comment")), field, h("div", {}, h("button", { type: "submit" }, t("sendComment")))));
    field.focus({ preventScroll: true });
  }

  // Whether it was kept. A second thought replaces the first one.
  async send(thought) {
    try {
      const { id } = await post("/v1/feedback", { ...this.about, ...thought, ...(this.kept ? { revises: this.kept } : {}) });
      this.kept = id;
      this.status.textContent = t("thanks");
      return true;
    } catch (error) {
      this.status.textContent = error.message;
      return false;
    }
  }
}
