// Answers in a worker, as the page without a server does.
import { loadCore } from "./build/core.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { answersOf } from "./pyodide-answers.mjs";

const file = async (/** @type {string} */ name) => await fetch(new URL(name, import.meta.url));

try {
  const told = await answersOf({
    loadPyodide,
    options: {},
    loadCore,
    sources: await (await file("sources.zip")).arrayBuffer(),
    questions: await (await file("questions.json")).text(),
    probe: await (await file("probe.json")).text(),
  });
  self.postMessage({ told });
} catch (problem) {
  self.postMessage({ problem: String(problem) });
}
