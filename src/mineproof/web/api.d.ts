// The questions and answers of the API. Written by `make page-types` from the OpenAPI document:
// do not edit. Types only, hence outside the folder that the server sends to browsers.

/** What this program offers: version, levels, shapes, strategies and limits. */
export interface About {
  schema: number;
  version: string;
  levels: { [name: string]: Level };
  shapes: ("grid" | "torus" | "hex" | "knight" | "orthogonal" | "triangle")[];
  strategies: { [name: string]: Strategy };
  most_cells: number;
  most_bytes: number;
}

/** What `analyse` answers; `odds` has every hidden cell. */
export interface Analyse {
  schema: number;
  rows: number;
  cols: number;
  mines: number;
  layouts: string;
  safe: string[];
  mined: string[];
  best: BestMove | null;
  candidates: Candidate[];
  wrong_flags: string[];
  odds: { [name: string]: number };
}

/** The verdicts on all lines, and whether the accepted ones prove the cell. */
export interface Argue {
  schema: number;
  lines: JudgedLine[];
  proved: boolean;
}

/** The premises and conclusions of one sentence of an argument. */
export interface ArgumentLine {
  rule: string;
  depth: number;
  says: Premise[];
  concludes: { [name: string]: string };
}

/** The available levels, shapes and strategies, the largest board and the largest request. */
export interface AskAbout {}

/** Everything that a position entails, the odds, the best move. */
export interface AskAnalyse {
  position: string;
  mines?: number | null;
  shape?: "grid" | "torus" | "hex" | "knight" | "orthogonal" | "triangle" | Graph;
  best?: boolean;
  language?: "en" | "zh-Hant";
  think?: "fast" | "normal" | "deep";
}

/** Lines of an argument about an exercise, judged one after another. Each line has an entry in every list: its rule, its clues (`count`: the mine count, `#1`: the first accepted line), and what it states. */
export interface AskArgue {
  position: string;
  cell: string;
  rules: ("single" | "pair" | "difference" | "case")[];
  clues: string[][];
  safe: string[][];
  mined: string[][];
  among: string[][];
  mines: number[];
}

/** Which of two hidden cells is better to open, and why. */
export interface AskCompare {
  position: string;
  mines?: number | null;
  shape?: "grid" | "torus" | "hex" | "knight" | "orthogonal" | "triangle" | Graph;
  cells: string[];
  language?: "en" | "zh-Hant";
  think?: "fast" | "normal" | "deep";
}

/** A board or a position, written in another format: `jsm`, `jsm-board`, `llama`, `sgt`, … */
export interface AskConvert {
  text: string;
  to: string;
  mines?: number | null;
  shape?: "grid" | "torus" | "hex" | "knight" | "orthogonal" | "triangle" | Graph;
}

/** A board with its mines, by level or size, or the text of a board. */
export interface AskDeal {
  level?: string | null;
  size?: string | null;
  mines?: number | null;
  board?: string | null;
  seed?: number;
  start?: string | null;
  safe_cells?: string | null;
  place?: "uniform" | "walk" | "block";
  cells?: string | null;
  shape?: "grid" | "torus" | "hex" | "knight" | "orthogonal" | "triangle" | Graph;
  no_guess?: boolean;
  min_depth?: number | null;
  max_depth?: number | null;
  dense?: boolean;
  day?: string | null;
}

/** The exercise that a position is. */
export interface AskExercise {
  position: string;
  kind?: string | null;
  language?: "en" | "zh-Hant";
}

/** The next exercises of a drill. A few boards are searched, from number `first` on. With `clauses`, only exercises that the question `resolve` accepts are given. */
export interface AskExercises {
  kind?: string | null;
  depth?: number | null;
  seed?: number;
  first?: number;
  count?: number;
  clauses?: boolean;
  language?: "en" | "zh-Hant";
}

/** Why a cell is safe or a mine; with `proof`, the CNF and the LRAT as well. */
export interface AskExplain {
  position: string;
  mines?: number | null;
  shape?: "grid" | "torus" | "hex" | "knight" | "orthogonal" | "triangle" | Graph;
  cell: string;
  language?: "en" | "zh-Hant";
  proof?: boolean;
}

/** Is an answer to an exercise right? Layouts that fit refute what is wrong. */
export interface AskJudge {
  position: string;
  kind?: string | null;
  language?: "en" | "zh-Hant";
  safe: string[];
  mined: string[];
  task?: "certain" | "safe";
}

/** The boards of the lesson about a kind of argument. */
export interface AskLesson {
  lesson: string;
  language?: "en" | "zh-Hant";
}

/** A board, a position or a replay in any format; a binary file as `base64`. The `name` of the file tells a replay of another program. */
export interface AskRead {
  text?: string | null;
  base64?: string | null;
  name?: string | null;
  mines?: number | null;
  shape?: "grid" | "torus" | "hex" | "knight" | "orthogonal" | "triangle" | Graph;
}

/** A proof by resolution about an exercise: pairs of clauses by number, each judged after those before it. An accepted resolvent gets the next number; a refused pair changes nothing. */
export interface AskResolve {
  position: string;
  pairs: number[][];
}

/** The answers to a set of exercises as a code: cells called safe, cells called mines, and the seconds, one of each for every exercise that was answered. */
export interface AskResult {
  safe: string[][];
  mined: string[][];
  seconds: number[];
  kind?: string | null;
  depth?: number | null;
  task?: "certain" | "safe";
  count?: number;
  seed?: number;
}

/** A review of each move of a replay; `replay` is its JSON as text. */
export interface AskReview {
  replay: string;
  language?: "en" | "zh-Hant";
}

/** A board played by a strategy; with `trace`, every event and every move. */
export interface AskSolve {
  level?: string | null;
  size?: string | null;
  mines?: number | null;
  board?: string | null;
  seed?: number;
  start?: string | null;
  safe_cells?: string | null;
  place?: "uniform" | "walk" | "block";
  cells?: string | null;
  shape?: "grid" | "torus" | "hex" | "knight" | "orthogonal" | "triangle" | Graph;
  no_guess?: boolean;
  min_depth?: number | null;
  max_depth?: number | null;
  dense?: boolean;
  day?: string | null;
  strategy?: string;
  heuristic?: string | null;
  trace?: boolean;
}

/** The best move: its cell, the chance that it is safe (1 = certain), and the reason. */
export interface BestMove {
  cell: string;
  safe: number;
  why: string;
}

/** One guess that was considered; a number that was not computed is null. `win` is the exact chance to win with the best play. `win_estimate` is the share of `rollouts` games that the player `fast` wins, playing on from the cell; its 95 % interval is plus or minus `win_margin`. */
export interface Candidate {
  cell: string;
  risk: number;
  survival: number | null;
  certain_next: number | null;
  flip_loss: number | null;
  win: number | null;
  dead: boolean | null;
  coin_flip: boolean | null;
  region_clears: number | null;
  region_best: number | null;
  win_estimate: number | null;
  win_margin: number | null;
  rollouts: number | null;
}

/** What `compare` answers; `better` is null if neither cell is clearly better. `win_difference` is what `fast` wins more after the first cell than after the second, on the same layouts; its 95 % interval is plus or minus `difference_margin`. Both are null if no games were played on. */
export interface Compare {
  schema: number;
  cells: Candidate[];
  better: string | null;
  win_difference: number | null;
  difference_margin: number | null;
  why: string;
}

/** A board or a position as text in another format. */
export interface Convert {
  schema: number;
  text: string;
}

/** What `deal` answers; `depth` is null unless the board was made without guesses. */
export interface Deal {
  schema: number;
  rows: number;
  cols: number;
  mines: number;
  shape: "grid" | "torus" | "hex" | "knight" | "orthogonal" | "triangle" | "graph";
  graph?: Graph;
  seed: number;
  start: string;
  cells: string[];
  truth: string;
  depth: number | null;
}

/** An error: one line, and its kind. A contradiction names the conflicting clues, a body that is too large the most bytes. */
export interface Error {
  error: string;
  kind: string;
  clues?: string[];
  uses_count?: boolean;
  most_bytes?: number;
}

/** One event of a knowledge base. A literal is `r1c1` (a mine) or `-r1c1` (safe). `step` is the number of the clause, `parents` are the numbers of the clauses it was resolved from, `by` is the number of the clause that subsumes or shortens it. For `tell`, `source` (the cell of a clue, or `count`) says that `mines` of the cells in `clause` are mines. */
export interface Event {
  event: "tell" | "insert" | "duplicate" | "subsumed" | "true" | "drop" | "shorten" | "consume" | "take" | "match";
  clause: string[];
  step?: number;
  parents?: number[];
  by?: number;
  source?: string;
  mines?: number;
}

/** Exercises of a seed, perhaps none; the search goes on at board `next`. */
export interface Exercises {
  schema: number;
  exercises: ShownExercise[];
  next: number;
}

/** What `explain` answers; `why` has the sentences of the argument. */
export interface Explain {
  schema: number;
  cell: string;
  verdict: string;
  clues: string[];
  says: { [name: string]: number };
  smallest: boolean | null;
  depth: number | null;
  uses_count: boolean | null;
  why: string[];
  argument: ArgumentLine[];
  steps: number | null;
  layouts: string[] | null;
  wrong_flag: boolean;
}

/** A graph as its file has it: the neighbours of each cell, counted from 0; optionally the number of cells in a row of text, and an [x, y] for each cell. */
export interface Graph {
  schema?: number;
  width?: number;
  neighbours: number[][];
  points?: number[][];
}

/** The verdict on one line: `accepted`, `needs another clue`, `does not follow` (with the mines of a layout that refutes it) or `not by this rule`. */
export interface JudgedLine {
  verdict: string;
  mines: string[] | null;
}

/** The verdict on two clauses: `accepted`, `no clash`, `several clashes` or `known`; the cells whose literals clash; the clause that equals the resolvent, or that subsumes it. */
export interface JudgedStep {
  verdict: string;
  clashing: string[];
  other: number | null;
}

/** Whether an answer is right; what is wrong, and what was missed. */
export interface Judgement {
  schema: number;
  right: boolean;
  mistakes: Mistake[];
  missed: string[];
}

/** The boards of a lesson: those to watch, and those to solve. */
export interface Lesson {
  schema: number;
  kind: string;
  guided: ShownExercise[];
  drill: ShownExercise[];
}

/** The size and the mines of a level. */
export interface Level {
  rows: number;
  cols: number;
  mines: number;
}

/** A cell that was called what it need not be, and the mines of a layout that fits and shows it; null where a guess is not the best. */
export interface Mistake {
  cell: string;
  mines: string[] | null;
}

/** A move of the strategy: `certain` unless it is a guess. */
export interface Move {
  event: "move";
  cell: string;
  verdict: string;
  certain: boolean;
}

/** A premise: `mines` of `cells` are mines, by these clues (and the mine count). */
export interface Premise {
  clues: string[];
  uses_count: boolean;
  cells: string[];
  mines: number;
}

/** A clause: its literals (`-r1c2`: that cell is safe), the opened cells that say it (or `count`, or `denial`), or the numbers of the two clauses that it was resolved from. */
export interface ProofClause {
  clause: string[];
  sources: string[];
  parents: number[];
}

/** An explanation with its proof, as files and as numbered lines. */
export interface Proved {
  schema: number;
  cell: string;
  verdict: string;
  clues: string[];
  says: { [name: string]: number };
  smallest: boolean | null;
  depth: number | null;
  uses_count: boolean | null;
  why: string[];
  argument: ArgumentLine[];
  steps: number | null;
  layouts: string[] | null;
  wrong_flag: boolean;
  cnf: string;
  lrat: string;
  told: string[];
}

/** The content of a text: a `position` or a full `board` (with its `start`, if the text has one) as `.mine` text, a `graph` without a position (all cells hidden, without mines), or a `replay` unchanged. `graph` is there if the shape is `graph`. */
export interface Read {
  schema: number;
  kind: string;
  text: string;
  start: string | null;
  shape: "grid" | "torus" | "hex" | "knight" | "orthogonal" | "triangle" | "graph";
  graph?: Graph;
}

/** The clauses so far, numbered from 1; the verdict on each pair; whether the empty clause was derived; the steps of our refutation, and the pair that it resolves next. At the end the proof as DIMACS and LRAT files, and how many steps the empty clause depends on. */
export interface Resolve {
  schema: number;
  cell: string;
  mine: boolean;
  clauses: ProofClause[];
  judged: JudgedStep[];
  proved: boolean;
  ours: number;
  next: number[];
  used: number | null;
  cnf: string | null;
  lrat: string | null;
}

/** The code of a result, which `mineproof learn check` judges anew. */
export interface Result {
  schema: number;
  code: string;
}

/** What `review` answers. */
export interface Review {
  "3bv": number;
  openings: number;
  islands: number;
  zini: number;
  "3bv_per_second": number | null;
  player: string;
  outcome: string;
  exploded: string | null;
  risks: number;
  needless: number;
  luck: number;
  solved: number;
  clicks: number;
  seconds: number | null;
  efficiency: number | null;
  schema: number;
  moves: ReviewedMove[];
}

/** One move of a game and the comment on it. */
export interface ReviewedMove {
  number: number;
  do: string;
  cell: string;
  verdict: string;
  risk: number;
  certain: string | null;
  why: string[];
  best: BestMove | null;
}

/** A position, everything certain in it, and the easiest argument: as sentences, as data, and as what the three stages of a hint point at. */
export interface ShownExercise {
  seed: number;
  number: number;
  position: string;
  kind: string | null;
  depth: number | null;
  safe: string[];
  mined: string[];
  chosen: string[];
  argument: string[];
  lines: ArgumentLine[];
  clues: string[];
  decided: string[];
}

/** What `solve` answers: the board, the end of the game and the counters. */
export interface Solve {
  schema: number;
  rows: number;
  cols: number;
  mines: number;
  shape: "grid" | "torus" | "hex" | "knight" | "orthogonal" | "triangle" | "graph";
  graph?: Graph;
  seed: number;
  start: string;
  cells: string[];
  truth: string;
  fault?: string;
  strategy: string;
  outcome: "won" | "lost" | "stuck" | "fault";
  complete: boolean;
  success: boolean;
  safe: number;
  mined: number;
  unmarked: number;
  wrong: number;
  exploded: string | null;
  view: string;
  clauses_generated: number;
  clauses_inserted: number;
  clauses_duplicate: number;
  clauses_subsumed: number;
  resolutions: number;
  units: number;
  pairwise_rounds: number;
  kb_max: number;
  nodes: number;
  ms: number;
}

/** A strategy: its source, and how it differs from the others. */
export interface Strategy {
  source: string;
  summary: string;
  pairs: string;
  parents: string;
  count: string;
  stuck: string;
  success: string;
}

/** A game with its trace; `cut` is true if the trace is not complete. */
export interface Traced {
  schema: number;
  rows: number;
  cols: number;
  mines: number;
  shape: "grid" | "torus" | "hex" | "knight" | "orthogonal" | "triangle" | "graph";
  graph?: Graph;
  seed: number;
  start: string;
  cells: string[];
  truth: string;
  fault?: string;
  strategy: string;
  outcome: "won" | "lost" | "stuck" | "fault";
  complete: boolean;
  success: boolean;
  safe: number;
  mined: number;
  unmarked: number;
  wrong: number;
  exploded: string | null;
  view: string;
  clauses_generated: number;
  clauses_inserted: number;
  clauses_duplicate: number;
  clauses_subsumed: number;
  resolutions: number;
  units: number;
  pairwise_rounds: number;
  kb_max: number;
  nodes: number;
  ms: number;
  trace: (Event | Move)[];
  cut: boolean;
}

/** Request, answer and refusal of each question, by its name in `/api`. */
export interface Api {
  about: { request: AskAbout; answer: About; refusal: Error };
  read: { request: AskRead; answer: Read; refusal: Error };
  convert: { request: AskConvert; answer: Convert; refusal: Error };
  review: { request: AskReview; answer: Review; refusal: Error };
  analyse: { request: AskAnalyse; answer: Analyse; refusal: Error };
  explain: { request: AskExplain; answer: Explain | Proved; refusal: Error };
  compare: { request: AskCompare; answer: Compare; refusal: Error };
  deal: { request: AskDeal; answer: Deal; refusal: Error };
  solve: { request: AskSolve; answer: Solve | Traced; refusal: Error };
  lesson: { request: AskLesson; answer: Lesson; refusal: Error };
  exercise: { request: AskExercise; answer: ShownExercise; refusal: Error };
  exercises: { request: AskExercises; answer: Exercises; refusal: Error };
  judge: { request: AskJudge; answer: Judgement; refusal: Error };
  argue: { request: AskArgue; answer: Argue; refusal: Error };
  resolve: { request: AskResolve; answer: Resolve; refusal: Error };
  result: { request: AskResult; answer: Result; refusal: Error };
}
