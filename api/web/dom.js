// Elements from data. Children are nodes or text; nothing here ever parses HTML, so text from the web stays text.

export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(node, name, value);
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function set(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else if (name === "class") node.className = value;
  else if (name === "value") node.value = value;
  else node.setAttribute(name, value === true ? "" : String(value));
}

// Only http(s) addresses become links; anything else that a page may hold is shown as text.
export function safeUrl(url) {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "http:" || parsed.protocol === "https:" ? parsed.href : null;
  } catch {
    return null;
  }
}

export function link(url, text, attributes = {}) {
  const href = safeUrl(url);
  return href ? h("a", { href, rel: "noopener noreferrer", ...attributes }, text) : h("span", {}, text);
}

export function announce(text) {
  document.getElementById("live").textContent = text;
}

export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
}

// Browsers keep the clipboard from pages that came without TLS from another machine, and from frames that were not
// allowed it; there a selection is copied.
export async function copyText(text) {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    copySelected(text);
  }
}

function copySelected(text) {
  const field = h("textarea", { class: "hidden-text", value: text, "aria-hidden": "true" });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

// Puts a view on the page and then lets it begin: what measures itself must be on the page first.
export function show(parent, view) {
  fill(parent, view);
  view.dispatchEvent(new Event("shown"));
}

export function onShown(view, begin) {
  view.addEventListener("shown", begin, { once: true });
  return view;
}
