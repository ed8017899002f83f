// Says in one line that a file of the page is missing or was changed: without it the page would be
// blank. A plain script without imports, because a module could be the file that is missing.

addEventListener(
  "error",
  ({ target }) => {
    const address =
      (target instanceof HTMLScriptElement && target.src) ||
      (target instanceof HTMLLinkElement && target.href);
    if (!address) return;
    const file = address.split("/").at(-1) ?? "";
    if (document.body) showBroken(file);
    else addEventListener("DOMContentLoaded", () => showBroken(file));
  },
  true, // such errors do not bubble
);

/**
 * Show the line. The first file that fails is named; only main.js gives way to another, because it fails
 * whenever a module that it imports fails. main.js calls this too.
 * @param {string} what the file, or what is known of it
 */
function showBroken(what) {
  const line = document.getElementById("broken");
  if (!line || (!line.hidden && line.dataset.file !== "main.js")) return;
  line.dataset.file = what;
  line.textContent =
    `The page cannot start: a file is missing or was changed (${what}). Reload the page.` +
    ` · 網頁無法啟動：有檔案遺失或遭更動（${what}）。請重新載入。`;
  line.hidden = false;
}
