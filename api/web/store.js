// What stays in this browser: theme, history, the operator's key (for this tab alone).

const HISTORY = "history";
const MOST = 50;

export function readHistory() {
  try {
    const list = JSON.parse(localStorage.getItem(HISTORY) || "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export function remember(site, question) {
  const rest = readHistory().filter((item) => item.question !== question || item.site !== site);
  localStorage.setItem(HISTORY, JSON.stringify([{ site, question, at: Date.now() }, ...rest].slice(0, MOST)));
}

export function forgetHistory() {
  localStorage.removeItem(HISTORY);
}

export function applyTheme() {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
}

export function switchTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  localStorage.setItem("theme", next);
  document.documentElement.dataset.theme = next;
}
