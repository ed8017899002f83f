// The copy button of a block of commands and their output copies the commands alone, without the
// prompts: "$ " of a shell, ">>> " and "... " of Python.
const PROMPT = /^(\$|>>>|\.\.\.) /;

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.(".md-code__button, .md-clipboard");
    const code = button?.closest(".highlight")?.querySelector("code");
    const lines = (code?.textContent ?? "").split("\n").filter((line) => PROMPT.test(line));
    if (lines.length === 0) return;
    event.stopImmediatePropagation();
    navigator.clipboard.writeText(lines.map((line) => `${line.replace(PROMPT, "")}\n`).join(""));
  },
  true,
);
