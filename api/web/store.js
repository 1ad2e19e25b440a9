// What stays in this browser: theme, history, the site last used.

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

// The site that was asked for by address, else the one last used in this tab or browser, else the one with most pages.
export function siteAmong(sites, asked) {
  const wanted = [asked, sessionStorage.getItem("site"), localStorage.getItem("site")];
  const known = wanted.find((name) => sites.some((row) => row.site === name));
  const largest = sites.reduce((best, row) => (!best || row.pages > best.pages ? row : best), null);
  return known ?? largest?.site ?? null;
}

export function useSite(site) {
  sessionStorage.setItem("site", site);
  localStorage.setItem("site", site);
}
