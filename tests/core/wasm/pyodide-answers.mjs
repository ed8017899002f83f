// Asks the engine in WebAssembly, inside Pyodide: in node and in a browser's worker alike.

/**
 * @param {{ loadPyodide: Function, options: object, loadCore: () => Promise<object>,
 *   sources: ArrayBuffer | Uint8Array, questions: string, probe: string }} given `sources` is a zip file of
 *   the Python files; the answers to `questions` are compared, `probe` is asked again and again
 * @returns {Promise<string>} JSON
 */
export async function answersOf({ loadPyodide, options, loadCore, sources, questions, probe }) {
  const python = await loadPyodide(options);
  python.unpackArchive(sources, "zip", { extractDir: "/sources" });
  python.runPython("import sys; sys.path.insert(0, '/sources')");
  const bounds = python.pyimport("bounds");
  const withoutCore = bounds.without_core();
  python.registerJsModule("mineproof_core", await loadCore());
  const answers = python.pyimport("answers");
  const parts = {
    withoutCore,
    engine: JSON.stringify(
      python.runPython("from mineproof.core.choice import engine; engine().name"),
    ),
    answers: answers.answer(questions),
    memory: bounds.memory(probe),
    tooLarge: bounds.too_large(),
  };
  return `{${Object.entries(parts)
    .map(([name, json]) => `"${name}":${json}`)
    .join(",")}}`;
}
