// <script src="https://HOST/embed.js" data-site="NAME" data-label="Ask us" data-lang="en" data-theme="light" async></script>
// puts the ask box at the lower right corner of any page, in a frame of its own: nothing of the page reaches it, and
// nothing of it reaches the page.
(() => {
  const script = document.currentScript;
  if (!script || document.getElementById("sitequest-ask")) return;
  const { site, lang, theme, label = lang === "zh" ? "提问" : "Ask this site" } = script.dataset;
  const origin = new URL(script.src).origin;
  const layer = "position:fixed;right:max(1rem,env(safe-area-inset-right));z-index:2147483646;box-sizing:border-box;";
  const button = document.createElement("button");
  button.id = "sitequest-ask";
  button.type = "button";
  button.textContent = label;
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-controls", "sitequest-frame");
  button.style.cssText = `${layer}bottom:1rem;font:600 1rem/1.3 system-ui,sans-serif;padding:.6rem 1rem;border:1px solid #0e4a52;border-radius:6px;background:#14606b;color:#fff;cursor:pointer`;
  let frame = null;

  function makeFrame() {
    const made = document.createElement("iframe");
    const query = new URLSearchParams(Object.entries({ site, lang, theme }).filter(([, value]) => value));
    made.id = "sitequest-frame";
    made.src = `${origin}/embed?${query}`;
    made.title = label;
    made.allow = "clipboard-write";
    made.style.cssText = `${layer}bottom:4.2rem;width:min(26rem,calc(100vw - 2rem));height:min(38rem,calc(100vh - 6rem));border:1px solid #b9c1c4;border-radius:8px;background:#fff;display:none`;
    document.body.append(made);
    return made;
  }

  function open(now) {
    frame ??= makeFrame();
    frame.style.display = now ? "block" : "none";
    button.setAttribute("aria-expanded", String(now));
    if (now) frame.focus();
    else button.focus();
  }

  button.addEventListener("click", () => open(button.getAttribute("aria-expanded") === "false"));
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && button.getAttribute("aria-expanded") === "true") open(false); });
  // The frame asks to be closed when Escape is pressed inside it.
  window.addEventListener("message", (event) => { if (frame && event.source === frame.contentWindow && event.data === "sitequest:close") open(false); });
  const begin = () => document.body.append(button);
  if (document.body) begin();
  else document.addEventListener("DOMContentLoaded", begin);
})();
