// Shows a message if a file of the page is missing or was changed; otherwise the page would be blank.
// It is a plain script without imports, because a module could be the missing file.

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
  true, // load errors do not bubble
);

/**
 * Show the message with the first file that fails. Another file replaces main.js in it, because main.js
 * fails whenever a module that it imports fails. main.js calls this too.
 * @param {string} what the file, or an error message
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
