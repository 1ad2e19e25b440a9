// What stays in this browser: language, theme, history, the site last used. In a frame of another site, or with storage
// switched off or full, a browser throws at the very mention of it: then all is kept for as long as this page is open.

const HISTORY = "history";
const MOST = 50;

export const lasting = guarded(() => localStorage);
export const passing = guarded(() => sessionStorage);

function guarded(find) {
  const kept = new Map();
  const attempt = (action) => {
    try {
      return action(find());
    } catch {
      return undefined;
    }
  };
  return {
    read: (name) => kept.get(name) ?? attempt((storage) => storage.getItem(name)) ?? null,
    write(name, value) {
      kept.delete(name);
      if (attempt((storage) => storage.setItem(name, value) ?? true) === undefined) kept.set(name, value);
    },
    remove(name) {
      kept.delete(name);
      attempt((storage) => storage.removeItem(name));
    },
  };
}

function readList(store, name) {
  try {
    const list = JSON.parse(store.read(name) || "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export function readHistory() {
  return readList(lasting, HISTORY);
}

export function remember(site, question) {
  const rest = readHistory().filter((item) => item.question !== question || item.site !== site);
  lasting.write(HISTORY, JSON.stringify([{ site, question, at: Date.now() }, ...rest].slice(0, MOST)));
}

export function forgetHistory() {
  lasting.remove(HISTORY);
}

// The questions that were proposed last, to be shown at once while the server is asked again.
export function proposedBefore(site, language) {
  return readList(passing, `proposed ${site} ${language}`).filter((text) => typeof text === "string");
}

export function keepProposed(site, language, questions) {
  passing.write(`proposed ${site} ${language}`, JSON.stringify(questions));
}

export function applyTheme() {
  const theme = lasting.read("theme");
  if (["light", "dark"].includes(theme)) document.documentElement.dataset.theme = theme;
}

export function switchTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  lasting.write("theme", next);
  document.documentElement.dataset.theme = next;
}

// The site that was asked for by address (null when it is not here), else the one last used in this tab or browser, else
// the one with most pages.
export function siteAmong(sites, asked) {
  const has = (name) => sites.some((row) => row.site === name);
  if (asked) return has(asked) ? asked : null;
  const known = [passing.read("site"), lasting.read("site")].find(has);
  const largest = sites.reduce((best, row) => (!best || row.pages > best.pages ? row : best), null);
  return known ?? largest?.site ?? null;
}

export function useSite(site) {
  passing.write("site", site);
  lasting.write("site", site);
}
