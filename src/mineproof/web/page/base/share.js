// The one Share menu: links, a text for a forum, pictures, files. Nothing is sent to a server: a link holds all
// that it shows, and a long game is compressed in it.

/** @import { Action, Attributes } from "./dom.js" */
/** @import { Grid } from "../board/grid.js" */

import { $, actions, button, copy, dialog, download, el, loadStyle } from "./dom.js";
import { boardText, t } from "./texts.js";

const SIDE = 40; // px of a cell in a picture
const FRAME = 8; // px around the cells

await loadStyle("base/share.css");

/**
 * What a view shares.
 * @typedef {object} Shared
 * @property {([key: string, hash: string] | null)[]} links the keys of their labels, and their hashes; the first
 *   leads to what is shown now
 * @property {Grid} [grid] the board as it is shown, if there is one
 * @property {string} [text] its position as `.mine` text
 * @property {Action[]} [more] further buttons
 * @property {string} [note]
 */

/** @param {Shared} shared */
export function share({ links, grid, text = "", more = [], note = "" }) {
  const addresses = links
    .filter((link) => link !== null)
    .map(([key, hash]) => /** @type {const} */ ([key, location.href.split("#")[0] + hash]));
  const [[, first]] = addresses;
  const closing = (
    /** @type {string} */ key,
    /** @type {() => unknown} */ act,
    /** @type {Attributes} */ attributes = {},
  ) =>
    button(
      key,
      () => {
        $("dialog", HTMLDialogElement).close(); // it would cover the message
        return act();
      },
      attributes,
    );
  dialog(
    t("share"),
    ...addresses.map(([key, address]) =>
      el(
        "div",
        { class: "share-link" },
        el("label", {}, t(key), el("input", { readonly: true, value: address })),
        closing("copy link", () => copy(address), {
          class: "main",
          "aria-label": t("copy link of", { what: t(key) }),
        }),
      ),
    ),
    actions(
      ...(grid
        ? [
            closing("share text", () => copy(`${forumText(text)}\n${first}`)),
            closing("share embed", () => copy(frameOf(first))),
            closing("share png", () => savePng(grid)),
            closing("share svg", () => download("mineproof.svg", picture(grid), "image/svg+xml")),
          ]
        : []),
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
  const marks = rows.map((row) => [...row].map((mark) => (mark === "H" ? "#" : mark)).join(" "));
  return [boardText({ rows: height, cols }, mines), "", ...marks, ""].join("\n");
}

/**
 * The board as an SVG, as the page shows it: its cells in their colours, with their marks, numbers and signs.
 * @param {Grid} grid
 */
function picture({ cells }) {
  const boxes = cells.map((cell) => cell.getBoundingClientRect());
  const scale = SIDE / boxes[0].width;
  const left = Math.min(...boxes.map((box) => box.left)) * scale - FRAME;
  const top = Math.min(...boxes.map((box) => box.top)) * scale - FRAME;
  const width = Math.max(...boxes.map((box) => box.right)) * scale - left + FRAME;
  const height = Math.max(...boxes.map((box) => box.bottom)) * scale - top + FRAME;
  const frame = `<rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${FRAME}" fill="${themed("--gap")}" stroke="${themed("--hidden")}" stroke-width="2"/>`;
  const drawn = `<g transform="translate(${-left} ${-top}) scale(${scale})">${cells.map(cellPicture).join("")}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${frame}${drawn}</svg>`;
}

/**
 * A cell of a picture, at its place in the window.
 * @param {HTMLElement} cell
 */
function cellPicture(cell) {
  const { color, backgroundColor, boxShadow, clipPath, fontSize } = getComputedStyle(cell);
  const { x, y, width, height } = cell.getBoundingClientRect();
  const corners = [...clipPath.matchAll(/([\d.]+)(?:%|px) ([\d.]+)(?:%|px)/g)]; // a hexagon or a triangle
  const ring = /^(.+?) 0px 0px 0px ([\d.]+)px inset/.exec(boxShadow);
  const [stroke, thick] = ring ? [plain(ring[1]), Number(ring[2])] : ["none", 0];
  const parts = [];
  if (corners.length) {
    const points = (/** @type {number} */ size) =>
      corners.map(
        ([, right, down]) =>
          `${x + width * (0.5 + size * (Number(right) / 100 - 0.5))},${y + height * (0.5 + size * (Number(down) / 100 - 0.5))}`,
      );
    const fill = getComputedStyle(cell, "::before").backgroundColor;
    parts.push(`<polygon points="${points(1).join(" ")}" fill="${plain(backgroundColor)}"/>`);
    parts.push(`<polygon points="${points(0.85).join(" ")}" fill="${plain(fill)}"/>`);
  } else
    parts.push(
      `<rect x="${x + thick / 2}" y="${y + thick / 2}" width="${width - thick}" height="${height - thick}" rx="3" fill="${plain(backgroundColor)}" stroke="${stroke}" stroke-width="${thick}"/>`,
    );
  const ink = plain(color);
  const content = document.createRange();
  content.selectNodeContents(cell);
  const place = content.getBoundingClientRect();
  const sign = cell.querySelector("use")?.getAttribute("href");
  if (sign)
    parts.push(
      `<svg x="${place.x}" y="${place.y}" width="${place.width}" height="${place.height}" viewBox="0 0 24 24" fill="${ink}">${document.querySelector(sign)?.innerHTML}</svg>`,
    );
  else if (cell.textContent)
    parts.push(
      `<text x="${place.x + place.width / 2}" y="${place.y + place.height / 2 + Number.parseFloat(fontSize) * 0.36}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${fontSize}" fill="${ink}">${cell.textContent}</text>`,
    );
  if (cell.matches(".k-wrong"))
    parts.push(
      `<path d="M${x} ${y}l${width} ${height}m0 ${-height}l${-width} ${height}" stroke="${ink}"/>`,
    );
  return parts.join("");
}

/**
 * A colour of the theme.
 * @param {string} name
 */
function themed(name) {
  const probe = el("i");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const pixel = el("canvas", { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });

/**
 * A colour in the notation that every program reads: a browser mixes the colours of odds in another one.
 * @param {string} color
 */
function plain(color) {
  if (!pixel || color.startsWith("rgb(")) return color;
  pixel.fillStyle = color;
  pixel.fillRect(0, 0, 1, 1);
  return `rgb(${pixel.getImageData(0, 0, 1, 1).data.slice(0, 3).join(", ")})`;
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
