// The documents of the API, drawn from /openapi.json: every endpoint, its parameters, an example, and a way to try it.
import { get } from "./client.js";
import { fill, h, onShown } from "./dom.js";
import "./docs-words.js";
import { said } from "./said.js";
import { t } from "./words.js";

export function docsView() {
  const view = h("div", { class: "page" }, h("p", { class: "soft late", role: "status" }, t("loading")));
  return onShown(view, () => load(view));
}

async function load(view) {
  const api = await get("/openapi.json");
  const groups = new Map();
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "other";
      groups.set(tag, [...(groups.get(tag) ?? []), { path, method, operation }]);
    }
  }
  fill(view, h("h1", {}, t("api", { name: api.info.title, version: api.info.version })), h("p", { class: "any-text" }, said(api.info.description, "api"), " ", h("a", { href: "/openapi.json" }, t("asOpenapi"))),
    [...groups].map(([tag, items]) => h("section", { class: "panel" }, h("h2", {}, said(tag, "api")), items.map((item) => endpoint(api, item)))));
}

function head(...names) {
  return h("thead", {}, h("tr", {}, names.map((name) => h("th", {}, t(name)))));
}

function endpoint(api, { path, method, operation }) {
  const parameters = operation.parameters ?? [];
  const body = operation.requestBody?.content;
  return h("details", {}, h("summary", {}, h("code", {}, `${method.toUpperCase()} ${path}`), "  ", said(operation.summary ?? "", "api")),
    parameters.length > 0 && h("div", { class: "scroll", tabindex: "0" }, h("table", { class: "plain" }, head("p_name", "p_in", "p_type", "p_what"),
      h("tbody", {}, parameters.map((item) => h("tr", {}, h("td", {}, `${item.name}${item.required ? " *" : ""}`), h("td", {}, t(`in_${item.in}`)), h("td", {}, typeName(item.schema)), h("td", {}, limits(item))))))),
    body && fields(api, body), responses(operation), tryIt(api, path, method, body));
}

function typeName(schema = {}) {
  if (schema.anyOf) return schema.anyOf.map(typeName).filter((name) => name !== "null").reduce((one, two) => t("or", { one, two }));
  if (schema.$ref) return schema.$ref.split("/").pop();
  return schema.enum ? schema.enum.join(" | ") : schema.type === "array" ? t("listOf", { type: typeName(schema.items) }) : schema.type ? t(schema.type) : "";
}

function limits({ description, schema = {} }) {
  const bounds = [["byDefault", schema.default], ["least", schema.minimum], ["most", schema.maximum], ["longest", schema.maxLength]];
  return [said(description, "api"), ...bounds.filter(([, value]) => value !== undefined && value !== null && value !== "").map(([name, value]) => t(name, { value: JSON.stringify(value) }))].filter(Boolean).join("; ");
}

function schemaOf(api, content) {
  const schema = Object.values(content)[0]?.schema ?? {};
  return schema.$ref ? api.components.schemas[schema.$ref.split("/").pop()] : schema;
}

function fields(api, content) {
  const schema = schemaOf(api, content);
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => h("tr", {}, h("td", {}, `${name}${schema.required?.includes(name) ? " *" : ""}`), h("td", {}, typeName(field)), h("td", {}, limits({ description: field.description, schema: field }))));
  return rows.length > 0 && h("div", { class: "scroll", tabindex: "0" }, h("table", { class: "plain" }, head("p_body", "p_type", "p_what"), h("tbody", {}, rows)));
}

function responses(operation) {
  return h("p", { class: "soft small" }, Object.entries(operation.responses ?? {}).map(([code, item]) => `${code} ${said(item.description, "api")}`).join("  "));
}

function tryIt(api, path, method, content) {
  const type = content && Object.keys(content)[0];
  const example = content && (schemaOf(api, content).examples?.[0] ?? Object.values(content)[0].example ?? "");
  const id = `try-${method}-${path.replaceAll(/\W/g, "-")}`;
  const address = h("input", { type: "text", id, value: path });
  const body = content && h("textarea", { rows: "4", "aria-label": t("bodyOf"), value: typeof example === "string" ? example : JSON.stringify(example, null, 2) });
  const output = h("pre", { class: "code", hidden: true, tabindex: "0" });
  const run = async (event) => {
    event.preventDefault();
    const response = await fetch(address.value, { method: method.toUpperCase(), ...(body ? { body: body.value, headers: { "Content-Type": type } } : {}) });
    const text = await response.text();
    output.hidden = false;
    output.textContent = `${response.status}\n${pretty(text).slice(0, 20000)}`;
  };
  return h("form", { class: "page-part", onsubmit: run }, h("label", { for: id, class: "label" }, t("tryIt")), address, body, h("div", {}, h("button", { type: "submit" }, t("sendComment"))), output);
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
