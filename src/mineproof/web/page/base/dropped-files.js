// Opens files that are dropped on the page: replays, boards and graphs in Play, positions in Analyse.

/** @import { ViewContext } from "./view.js" */

import { read } from "../engine/engine.js";
import { loadPart, refusalText, toast } from "./dom.js";
import { t } from "./texts.js";

/** @param {ViewContext} context */
export function listenForFiles(context) {
  const { body } = document;
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault(); // otherwise the browser opens the file instead of the page
    body.classList.add("drop");
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) body.classList.remove("drop");
  });
  // In the capture phase, before the views: no view accepts pictures.
  document.addEventListener(
    "drop",
    (event) => {
      body.classList.remove("drop");
      if (!event.dataTransfer?.files[0]?.type.startsWith("image/")) return;
      event.preventDefault();
      event.stopPropagation();
      toast(t("no pictures"));
    },
    true,
  );
  document.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file || event.defaultPrevented) return; // a view has handled it
    event.preventDefault();
    openFile(file, context);
  });
}

/**
 * @param {File} file
 * @param {ViewContext} context
 */
async function openFile(file, context) {
  try {
    const found = await read(file, "grid");
    if (found.kind === "replay") await context.openReplay(found.text);
    else {
      const part = await loadPart(() => import("./read-options.js"));
      if (part) context.go(...part.viewFor(found));
    }
  } catch (problem) {
    toast(refusalText(problem));
  }
}
