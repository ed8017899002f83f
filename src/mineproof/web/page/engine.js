// The one module that talks to the server. Whatever answers the same questions may stand in its
// place: a module with these functions, which give the answers of `/api` or throw a `Refusal`.

export class Refusal extends Error {
  // kind: "asked wrongly", "contradiction" (with clues, uses_count), "too wide", "too long", "busy",
  // or "away" if there was no answer at all
  constructor(answer) {
    super(answer.error);
    this.kind = answer.kind;
    this.clues = answer.clues ?? [];
    this.usesCount = answer.uses_count ?? false;
  }
}

export const about = () => ask("about", {});
export const deal = (options) => ask("deal", options);
export const analyse = (position, shape) => ask("analyse", { position, shape });
// `given` is a text or a file: {kind: "position" or "board", text}.
export async function read(given, shape, mines) {
  if (typeof given === "string") return ask("read", { text: given, shape, mines });
  const bytes = new Uint8Array(await given.arrayBuffer());
  return ask("read", {
    base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")),
    shape,
    mines,
  });
}
export const explain = (position, shape, cell, language, proof = false) =>
  ask("explain", { position, shape, cell, language, proof });
export const review = (replay) => ask("review", { replay });
export const solve = (options) => ask("solve", { ...options, trace: true });

export async function texts(language) {
  return (await fetched(`texts/${language}.json`)).json();
}

// A busy server is asked again, twice; after that the refusal is the caller's.
async function ask(question, body) {
  for (let tries = 0; ; tries += 1) {
    const response = await fetched(`api/${question}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) return response.json();
    const refusal = new Refusal(await response.json().catch(() => ({ kind: "away" })));
    if (refusal.kind !== "busy" || tries === 2) throw refusal;
    await new Promise((resolve) => setTimeout(resolve, 400 * (tries + 1)));
  }
}

async function fetched(address, options) {
  try {
    return await fetch(address, options);
  } catch (problem) {
    throw new Refusal({ error: String(problem.message), kind: "away" });
  }
}
