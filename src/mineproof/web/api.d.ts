// The questions and answers of the API. Written by `make page-types` from the OpenAPI document:
// do not edit. Types only, hence outside the folder that the server sends to browsers.

export interface About {
  schema: number;
  version: string;
  levels: { [name: string]: Level };
  shapes: ("grid" | "torus" | "hex")[];
  strategies: { [name: string]: Strategy };
  most_cells: number;
}

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

/** What one sentence of an argument rests on and concludes. */
export interface ArgumentLine {
  rule: string;
  depth: number;
  says: Premise[];
  concludes: { [name: string]: string };
}

/** The levels, shapes and strategies there are, and the largest board that is answered. */
export interface AskAbout {}

/** Everything that a position entails, the odds, the best move. */
export interface AskAnalyse {
  position: string;
  mines?: number | null;
  shape?: "grid" | "torus" | "hex";
  best?: boolean;
  language?: "en" | "zh-Hant";
}

/** Which of two hidden cells to open, and what decides. */
export interface AskCompare {
  position: string;
  mines?: number | null;
  shape?: "grid" | "torus" | "hex";
  cells: string[];
  language?: "en" | "zh-Hant";
}

/** A board with its mines, by level or size, or one that someone wrote down. */
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
  shape?: "grid" | "torus" | "hex";
  no_guess?: boolean;
  min_depth?: number | null;
  max_depth?: number | null;
  dense?: boolean;
}

/** Why a cell is safe or a mine; with `proof`, the CNF and the LRAT as well. */
export interface AskExplain {
  position: string;
  mines?: number | null;
  shape?: "grid" | "torus" | "hex";
  cell: string;
  language?: "en" | "zh-Hant";
  proof?: boolean;
}

/** A board, a position or a replay, in any format; what is no text, as `base64`. */
export interface AskRead {
  text?: string | null;
  base64?: string | null;
  mines?: number | null;
  shape?: "grid" | "torus" | "hex";
}

/** What each move of a replay was worth; `replay` is its JSON, as text. */
export interface AskReview {
  replay: string;
}

/** A board played by a strategy; with `trace`, every step and every move. */
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
  shape?: "grid" | "torus" | "hex";
  no_guess?: boolean;
  min_depth?: number | null;
  max_depth?: number | null;
  dense?: boolean;
  strategy?: string;
  heuristic?: string | null;
  trace?: boolean;
}

export interface BestMove {
  cell: string;
  safe: number;
  why: string;
}

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
}

export interface Compare {
  schema: number;
  cells: Candidate[];
  better: string | null;
  why: string;
}

export interface Deal {
  schema: number;
  rows: number;
  cols: number;
  mines: number;
  shape: "grid" | "torus" | "hex";
  seed: number;
  start: string;
  cells: string[];
  truth: string;
  depth: number | null;
}

/** One line, and what kind of refusal it is. A contradiction names the clues that clash. */
export interface Error {
  error: string;
  kind: string;
  clues?: string[];
  uses_count?: boolean;
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

export interface Level {
  rows: number;
  cols: number;
  mines: number;
}

/** A move of the strategy: `certain` unless it takes a risk. */
export interface Move {
  event: "move";
  cell: string;
  verdict: string;
  certain: boolean;
}

/** So many mines among these cells, by these clues (and the mine count). */
export interface Premise {
  clues: string[];
  uses_count: boolean;
  cells: string[];
  mines: number;
}

/** With the proof: as files, and told step by step. */
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

/** What a text turned out to be: a `position`, a full `board` (with its `start`, if that was written), both as `.mine` text; or a `replay`, as it came. */
export interface Read {
  schema: number;
  kind: string;
  text: string;
  start: string | null;
}

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

export interface Solve {
  schema: number;
  rows: number;
  cols: number;
  mines: number;
  shape: "grid" | "torus" | "hex";
  seed: number;
  start: string;
  cells: string[];
  truth: string;
  fault?: string;
  strategy: string;
  outcome: string;
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

export interface Strategy {
  source: string;
  summary: string;
  pairs: string;
  parents: string;
  count: string;
  stuck: string;
  success: string;
}

/** With every step; `cut` if there are more than are told. */
export interface Traced {
  schema: number;
  rows: number;
  cols: number;
  mines: number;
  shape: "grid" | "torus" | "hex";
  seed: number;
  start: string;
  cells: string[];
  truth: string;
  fault?: string;
  strategy: string;
  outcome: string;
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
  review: { request: AskReview; answer: Review; refusal: Error };
  analyse: { request: AskAnalyse; answer: Analyse; refusal: Error };
  explain: { request: AskExplain; answer: Explain | Proved; refusal: Error };
  compare: { request: AskCompare; answer: Compare; refusal: Error };
  deal: { request: AskDeal; answer: Deal; refusal: Error };
  solve: { request: AskSolve; answer: Solve | Traced; refusal: Error };
}
