// Prepare Python's standard library, mineproof and python-sat for the page. The modules that answers need
// are compiled in advance, by the Python that will import them (Pyodide, here in node), without the docstrings
// of functions, which are a tenth of them. The rest of mineproof stays source text, because compiled modules are
// twice as large. Of the standard library and of python-sat only those modules are kept that some module of
// mineproof's answers imports, and what these import. The same input gives the same bytes.
//
//     node compile.mjs STDLIB.zip PACKAGE.whl FOLDER PYTHON-SAT.whl SIX.whl

import { readFile, writeFile } from "node:fs/promises";
import { loadPyodide } from "pyodide";

// Files of the wheels that Python never reads, and rooms that no question of the page reaches.
const LEFT_OUT = [
  ...["mineproof/web/page/", ".dist-info/", ".data/scripts/"],
  ...["cli", "grade", "lab", "terminal", "reasoning"].map((room) => `mineproof/${room}/`),
];

const COMPILE = `
import ast, importlib, json, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

sys.path.insert(0, "/mineproof.zip")
from mineproof.web.browser import answer

def ask(name, **body):
    status, text = answer(name, json.dumps(body))
    assert status == 200, text
    return json.loads(text)

board = {"level": "beginner", "start": "open", "seed": 22}
ask("about")
ask("deal", **board, no_guess=True)
ask("analyse", position="4x3x2/0000/1211/HHHH")
ask("read", text="3x2x1 / 1 1 1 / # # #")
for strategy in ("assignment", "saturate", "least-risk", "guess", "csp"):
    ask("solve", **board, strategy=strategy, trace=True)
dealt = ask("deal", **board)
mines = [f"r{row}c{col}" for row, line in enumerate(dealt["truth"].split()[1:], 1)
         for col, mark in enumerate(line, 1) if mark == "M"]
ask("review", replay=json.dumps({"schema": 1, "rows": 9, "cols": 9, "mines": mines,
    "given": dealt["cells"], "moves": [{"do": "open", "cell": mines[0], "t": 1}]}))
for cell in ("r2c1", "r2c3"):
    ask("explain", position="3x2x1/111/HHH", cell=cell, proof=True, language="zh-Hant")
ask("explain", position="4x4x3/HHHH/H2HH/HHHH/HHHH", cell="r1c1")
import pysat.examples.optux
used = set(sys.modules)

# Some imports wait for a question of another kind, or for a fault.
def imported(source):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and not node.level:
            yield from (node.module, *(f"{node.module}.{one.name}" for one in node.names))
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names)

with zipfile.ZipFile("/mineproof.zip") as package:
    sources = [package.read(name) for name in package.namelist()
               if name.endswith(".py") and not any(part in name for part in LEFT_OUT)]
for name in {"traceback", "encodings.idna", "encodings.utf_16_le", "encodings.utf_16_be", "encodings.utf_16",
             *(name for source in sources for name in imported(source))}:
    if name.split(".")[0] in sys.stdlib_module_names:
        try:
            importlib.import_module(name)
        except ImportError:
            pass  # a name in a module, or a module of another system
kept = set(sys.modules)

def module_of(path):
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

def convert(source_names, target_name, left_out):
    with zipfile.ZipFile(target_name, "w") as target:
        for source_name in source_names:
            with zipfile.ZipFile(source_name) as source:
                for name in sorted(source.namelist()):
                    others = "mineproof" not in source_name and not name.endswith(".so")
                    unused = others and module_of(name) not in kept
                    if not unused and not name.endswith("/") and not any(part in name for part in left_out):
                        target.writestr(*converted(name, source.read(name)), zipfile.ZIP_DEFLATED, 9)

def without_docstrings(content):
    # A data class without a docstring makes one when it is loaded, so classes keep theirs.
    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node, False):
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

def converted(name, content):
    if name.endswith(".py") and module_of(name) in used:
        pyodides = name.startswith(("pyodide/", "_pyodide/"))  # it shows some of its docstrings in JavaScript
        source = content if pyodides else without_docstrings(content)
        code = compile(source, name, "exec", dont_inherit=True)
        # A pyc by hash that is never checked, because the source is not in the zip file.
        content = bytes(_code_to_hash_pyc(code, source_hash(content), False))
        name += "c"
    return zipfile.ZipInfo(name), content
`;

const [stdlib, ours, folder, ...onDemand] = process.argv.slice(2);
const pyodide = await loadPyodide();
const put = async (name, file) => {
  pyodide.FS.writeFile(name, new Uint8Array(await readFile(file)));
  return name;
};
const sources = {
  "python_stdlib.zip": [await put("/stdlib.zip", stdlib)],
  "mineproof.zip": [await put("/mineproof.zip", ours)],
  "python-sat.zip": await Promise.all(onDemand.map((file, i) => put(`/wheel-${i}.zip`, file))),
};
for (const file of onDemand) pyodide.unpackArchive(new Uint8Array(await readFile(file)), "wheel");
pyodide.globals.set("LEFT_OUT", pyodide.toPy(LEFT_OUT));
pyodide.runPython(COMPILE);
for (const [target, from] of Object.entries(sources)) {
  pyodide.globals.get("convert")(pyodide.toPy(from), `/new-${target}`, pyodide.toPy(LEFT_OUT));
  await writeFile(`${folder}/${target}`, pyodide.FS.readFile(`/new-${target}`));
}
