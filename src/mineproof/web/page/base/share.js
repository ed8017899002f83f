// The one Share menu: links, a text for a forum, pictures, files. Nothing is sent to a server: a link holds all
// that it shows, and a long game is compressed in it.

/** @import { Action } from "./dom.js" */
/** @import { Grid } from "../board/grid.js" */

import { FLAG, MINE } from "../board/board.js";
import { $, actions, button, copy, dialog, download, el, loadStyle } from "./dom.js";
import { t } from "./texts.js";

const SIDE = 40; // px of a cell in a picture

await loadStyle("base/share.css");

/**
 * What a view shares.
 * @typedef {object} Shared
 * @property {([key: string, hash: string] | null)[]} links the keys of their labels, and their hashes
 * @property {Grid} grid the board as it is shown
 * @property {string} text the position as `.mine` text
 * @property {Action[]} more further buttons
 * @property {string} note
 */

/** @param {Shared} shared */
export function share({ links, grid, text, more, note }) {
  const addresses = links
    .filter((link) => link !== null)
    .map(([key, hash]) => /** @type {const} */ ([key, location.href.split("#")[0] + hash]));
  const [[, first]] = addresses;
  const closing = (/** @type {string} */ key, /** @type {() => unknown} */ act, classes = "") =>
    button(
      key,
      () => {
        $("dialog", HTMLDialogElement).close(); // it would cover the message
        return act();
      },
      { class: classes },
    );
  dialog(
    t("share"),
    ...addresses.map(([key, address]) =>
      el(
        "div",
        { class: "share-link" },
        el("label", {}, t(key), el("input", { readonly: true, value: address })),
        closing("copy link", () => copy(address), "main"),
      ),
    ),
    actions(
      closing("share text", () => copy(`${forumText(text)}\n${first}`)),
      closing("share embed", () => copy(frameOf(first))),
      closing("share png", () => savePng(grid)),
      closing("share svg", () => download("mineproof.svg", picture(grid), "image/svg+xml")),
      ...more.map(([key, act]) => closing(key, act)),
    ),
    note ? el("p", { class: "quiet" }, note) : null,
  );
}

/**
 * The HTML of a frame that shows an address in another page.
 * @param {string} address
 */
const frameOf = (address) =>
  `<iframe src="${address.replace("#", "?embed#").replaceAll("&", "&amp;")}" width="900" height="560"></iframe>`;

/**
 * A position as readable text, which the page and the commands can read again.
 * @param {string} text
 */
function forumText(text) {
  const [head, ...rows] = text.trim().split("\n");
  const [cols, height, mines] = head.split("x").map(Number);
  const title = `${t("board of", { size: `${cols}×${height}`, n: mines })}`;
  const marks = rows.map((row) => [...row].map((mark) => (mark === "H" ? "#" : mark)).join(" "));
  return [title, "", ...marks, ""].join("\n");
}

/**
 * The board as an SVG, in the colours of the page.
 * @param {Grid} grid
 */
function picture(grid) {
  const boxes = grid.cells.map((cell) => cell.getBoundingClientRect());
  const scale = SIDE / boxes[0].width;
  const [left, top] = [
    Math.min(...boxes.map((box) => box.left)),
    Math.min(...boxes.map((box) => box.top)),
  ];
  const width = scale * (Math.max(...boxes.map((box) => box.right)) - left);
  const height = scale * (Math.max(...boxes.map((box) => box.bottom)) - top);
  const cells = grid.cells.map((cell, i) => {
    const { color, backgroundColor } = getComputedStyle(cell);
    const [x, y] = [scale * (boxes[i].left - left), scale * (boxes[i].top - top)];
    const [w, h] = [scale * boxes[i].width, scale * boxes[i].height];
    const box = `<rect x="${x}" y="${y}" width="${w - 2}" height="${h - 2}" rx="4" fill="${backgroundColor}"/>`;
    const sign = signOf(grid.values[i]);
    const font = `font-family="sans-serif" font-weight="700" font-size="${SIDE * 0.5}"`;
    return sign
      ? `${box}<text x="${x + w / 2 - 1}" y="${y + h * 0.66}" text-anchor="middle" ${font} fill="${color}">${sign}</text>`
      : box;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${cells.join("")}</svg>`;
}

/** @param {number} value */
function signOf(value) {
  if (value === FLAG) return "⚑";
  if (value === MINE) return "✱";
  return value > 0 ? String(value) : "";
}

/** @param {Grid} grid */
async function savePng(grid) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(picture(grid))}`;
  await image.decode();
  const canvas = el("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  canvas.toBlob((blob) => blob && download("mineproof.png", blob, blob.type));
}

/**
 * A value as text for an address: compressed JSON.
 * @param {unknown} value
 */
export async function packed(value) {
  const stream = new Blob([JSON.stringify(value)]).stream();
  const bytes = await bytesOf(stream.pipeThrough(new CompressionStream("deflate-raw")));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The JSON text that an address holds. It throws if the address is damaged.
 * @param {string} text
 */
export async function unpacked(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const stream = new Blob([Uint8Array.from(binary, (sign) => sign.charCodeAt(0))]).stream();
  return new TextDecoder().decode(
    await bytesOf(stream.pipeThrough(new DecompressionStream("deflate-raw"))),
  );
}

/** @param {ReadableStream} stream */
const bytesOf = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());
