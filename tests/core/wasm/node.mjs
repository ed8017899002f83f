// node node.mjs PYODIDE CORE SOURCES QUESTIONS PROBE: folders, a zip file, two JSON files; JSON to stdout.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { coreAlone } from "./core-alone.mjs";
import { answersOf } from "./pyodide-answers.mjs";

const [pyodide, core, sources, questions, probe] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const { loadCore } = await import(pathToFileURL(`${core}/core.mjs`).href);
const source = readFileSync(`${core}/core.wasm`);
try {
  const alone = await coreAlone({ loadCore, source });
  const told = await answersOf({
    loadPyodide,
    options: {},
    loadCore: () => loadCore(source),
    sources: new Uint8Array(readFileSync(sources)),
    questions: readFileSync(questions, "utf8"),
    probe: readFileSync(probe, "utf8"),
  });
  process.stdout.write(`[${JSON.stringify(alone)},${told}]`);
} catch (problem) {
  process.stderr.write(String(problem)); // without the source line, which is all of Pyodide
  process.exitCode = 1;
}
