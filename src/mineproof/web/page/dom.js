// Small helpers for making elements, and the things every view shares: toast, dialog, downloads.

import { t } from "./texts.js";

export const $ = (id) => document.getElementById(id);

// el("p", {class: "quiet"}, "text", other) ; a key that begins with "on" is a listener.
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") made.toggleAttribute(name, value);
    else if (value !== undefined && value !== null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

// The children of a place, those that are null left out.
export const put = (place, ...children) =>
  place.replaceChildren(...children.filter((child) => child !== null));

export const button = (key, onclick, more = {}) =>
  el("button", { type: "button", onclick, ...more }, t(key));

// A sentence in which every cell name can be pointed at.
export function sentence(text) {
  const parts = text.split(/(r\d+c\d+)/);
  return parts.map((part, i) =>
    i % 2 ? el("span", { class: "cell-name", "data-cell": part }, part) : part,
  );
}

let hiding;
// A short message; with buttons it stays until one is pressed or it is closed.
export function toast(text, ...actions) {
  const place = $("toast");
  clearTimeout(hiding);
  const close = () => {
    place.hidden = true;
  };
  place.replaceChildren(
    el("p", {}, ...sentence(text)),
    ...actions.map(([key, act]) =>
      button(key, () => {
        close();
        act();
      }),
    ),
    el("button", { type: "button", class: "plain", "aria-label": t("close"), onclick: close }, "×"),
  );
  place.hidden = false;
  if (!actions.length) hiding = setTimeout(close, 5000);
}
export const hush = () => {
  $("toast").hidden = true;
};

// What a screen reader says without anything being shown.
export const announce = (text) => {
  $("live").textContent = text;
};

export function dialog(title, ...content) {
  const place = $("dialog");
  place.replaceChildren(
    el(
      "header",
      {},
      el("h2", { id: "dialog-title" }, title),
      el(
        "button",
        { type: "button", class: "plain", "aria-label": t("close"), onclick: () => place.close() },
        "×",
      ),
    ),
    ...content,
  );
  if (!place.open) place.showModal();
  return place;
}

export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// A refusal in the reader's language; what the server said where there is no better.
export function refused(problem) {
  if (problem.kind === undefined) throw problem; // a fault of ours, not a refusal
  return t.has(`refused ${problem.kind}`)
    ? t(`refused ${problem.kind}`, { why: problem.message })
    : problem.message;
}
