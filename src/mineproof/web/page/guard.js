// Says in one line that a file of the page is missing or was changed: without it the page would be
// blank. A plain script without imports, because a module could be the file that is missing.

addEventListener(
  "error",
  ({ target }) => {
    const address =
      (target instanceof HTMLScriptElement && target.src) ||
      (target instanceof HTMLLinkElement && target.href);
    if (!address) return;
    if (document.body) showBroken(address);
    else addEventListener("DOMContentLoaded", () => showBroken(address));
  },
  true, // such errors do not bubble
);

/** @param {string} address */
function showBroken(address) {
  const line = document.getElementById("broken");
  if (!line?.hidden) return;
  const file = address.split("/").at(-1);
  line.textContent =
    `The page cannot start: ${file} is missing or was changed. Reload the page.` +
    ` · 網頁無法啟動：${file} 遺失或遭更動。請重新載入。`;
  line.hidden = false;
}
