// <script src="https://HOST/embed.js" data-site="NAME" data-label="Ask us" async></script>
// puts the ask box at the lower right corner of any page, in a frame of its own.
(() => {
  const script = document.currentScript;
  const origin = new URL(script.src).origin;
  const label = script.dataset.label || "Ask this site";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.setAttribute("aria-expanded", "false");
  button.style.cssText = "position:fixed;right:1rem;bottom:1rem;z-index:2147483646;font:600 1rem system-ui,sans-serif;padding:.6rem 1rem;border:1px solid #14606b;border-radius:6px;background:#14606b;color:#fff;cursor:pointer";
  let frame = null;
  button.addEventListener("click", () => {
    if (!frame) frame = makeFrame();
    const open = frame.hidden;
    frame.hidden = !open;
    frame.style.display = open ? "block" : "none";
    button.setAttribute("aria-expanded", String(open));
    if (open) frame.focus();
  });
  function makeFrame() {
    const made = document.createElement("iframe");
    const query = new URLSearchParams(script.dataset.site ? { site: script.dataset.site } : {});
    made.src = `${origin}/embed?${query}`;
    made.title = label;
    made.hidden = true;
    made.style.cssText = "position:fixed;right:1rem;bottom:4.2rem;z-index:2147483646;width:min(26rem,calc(100vw - 2rem));height:min(36rem,calc(100vh - 6rem));border:1px solid #b9c1c4;border-radius:8px;background:#fff;display:none";
    document.body.append(made);
    return made;
  }
  document.body.append(button);
})();
