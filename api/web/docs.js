// The documents of the API, drawn from /openapi.json: every endpoint, its parameters, an example, and a way to try it.
import { ask, get } from "./client.js";
import { fill, h, onShown } from "./dom.js";
import "./docs-words.js";
import { said } from "./said.js";
import { siteAmong } from "./store.js";
import { suggestions } from "./suggestions.js";
import { t } from "./words.js";

export function docsView() {
  const view = h("div", { class: "page" }, h("p", { class: "soft late", role: "status" }, t("loading")));
  return onShown(view, () => load(view));
}

async function load(view) {
  const api = await get("/openapi.json");
  const own = findExample();
  const groups = new Map();
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "other";
      groups.set(tag, [...(groups.get(tag) ?? []), { path, method, operation }]);
    }
  }
  fill(view, h("h1", {}, t("api", { name: api.info.title, version: api.info.version })), h("p", { class: "any-text" }, said(api.info.description, "api"), " ", h("a", { href: "/openapi.json" }, t("asOpenapi"))),
    [...groups].map(([tag, items]) => h("section", { class: "panel" }, h("h2", {}, said(tag, "api")), items.map((item) => endpoint(api, item, own)))));
}

function head(...names) {
  return h("thead", {}, h("tr", {}, names.map((name) => h("th", {}, t(name)))));
}

function endpoint(api, { path, method, operation }, own) {
  const parameters = operation.parameters ?? [];
  const body = operation.requestBody?.content;
  return h("details", {}, h("summary", {}, h("code", {}, `${method.toUpperCase()} ${path}`), "  ", said(operation.summary ?? "", "api")),
    parameters.length > 0 && h("div", { class: "scroll", tabindex: "0" }, h("table", { class: "plain" }, head("p_name", "p_in", "p_type", "p_what"),
      h("tbody", {}, parameters.map((item) => h("tr", {}, h("td", { class: "nowrap" }, `${item.name}${item.required ? " *" : ""}`), h("td", { class: "nowrap" }, t(`in_${item.in}`)), h("td", {}, typeName(item.schema)), h("td", {}, limits(item))))))),
    body && fields(api, body), responses(operation), tryIt(api, path, method, body, own));
}

function typeName(schema = {}) {
  if (schema.anyOf) return schema.anyOf.map(typeName).filter((name) => name !== "null").reduce((one, two) => t("or", { one, two }));
  if (schema.$ref) return schema.$ref.split("/").pop();
  return schema.enum ? schema.enum.join(" | ") : schema.type === "array" ? t("listOf", { type: typeName(schema.items) }) : schema.type ? t(schema.type) : "";
}

function limits({ description, schema = {} }) {
  const bounds = [["byDefault", schema.default], ["least", schema.minimum], ["most", schema.maximum], ["longest", schema.maxLength]];
  const told = bounds.filter(([, value]) => value !== undefined && value !== null && value !== "").map(([name, value]) => t(name, { value: JSON.stringify(value) }));
  return [said(description, "api"), told.length > 0 && h("span", { class: "soft" }, ` ${told.join(t("comma"))}`)];
}

function schemaOf(api, content) {
  const schema = Object.values(content)[0]?.schema ?? {};
  return schema.$ref ? api.components.schemas[schema.$ref.split("/").pop()] : schema;
}

function fields(api, content) {
  const schema = schemaOf(api, content);
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => h("tr", {}, h("td", { class: "nowrap" }, `${name}${schema.required?.includes(name) ? " *" : ""}`), h("td", {}, typeName(field)), h("td", {}, limits({ description: field.description, schema: field }))));
  return rows.length > 0 && h("div", { class: "scroll", tabindex: "0" }, h("table", { class: "plain" }, head("p_body", "p_type", "p_what"), h("tbody", {}, rows)));
}

function responses(operation) {
  return h("p", { class: "soft small" }, Object.entries(operation.responses ?? {}).map(([code, item]) => `${code} ${said(item.description, "api")}`).join("  "));
}

function tryIt(api, path, method, content, own) {
  const type = content && Object.keys(content)[0];
  const example = content && (schemaOf(api, content).examples?.[0] ?? Object.values(content)[0].example ?? "");
  const id = `try-${method}-${path.replaceAll(/\W/g, "-")}`;
  const address = h("input", { type: "text", id, value: path });
  const body = content && h("textarea", { rows: "6", "aria-label": t("bodyOf"), value: typeof example === "string" ? example : pretty(example) });
  const output = h("pre", { class: "code", hidden: true, tabindex: "0" });
  const useOwn = async () => {
    const found = await own;
    if (found && body.value === pretty(example)) body.value = pretty({ ...example, ...found });
  };
  const ready = example?.question ? useOwn() : null;
  const run = async (event) => {
    event.preventDefault();
    output.hidden = false;
    try {
      await ready;
      const response = await ask(address.value, { method: method.toUpperCase(), ...(body ? { body: body.value, headers: { "Content-Type": type } } : {}) });
      output.textContent = `${response.status}\n${readable(await response.text()).slice(0, 20000)}`;
    } catch (error) {
      output.textContent = error.message;
    }
  };
  return h("form", { class: "page-part", onsubmit: run }, h("label", { for: id, class: "label" }, t("tryIt")), address, body, h("div", {}, h("button", { type: "submit" }, t("sendComment"))), output);
}

function pretty(value) {
  return JSON.stringify(value, null, 2);
}

function readable(text) {
  try {
    return pretty(JSON.parse(text));
  } catch {
    return text;
  }
}

// What the site at hand can answer, in place of a question about another one; null while there is no graph to ask.
async function findExample() {
  try {
    const site = siteAmong((await get("/v1/sites")).items, new URLSearchParams(location.search).get("site"));
    const [question] = site ? await suggestions(site) : [];
    return question ? { question, site } : null;
  } catch {
    return null;
  }
}
