// The core without Python: in the main thread of a page, and in node.

/** A module whose function `fall` does what no compiled core should: it ends by an unreachable instruction. */
const FALLING = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 3, 2, 0, 0, 5, 3, 1, 0, 1, 7, 31, 3, 6, 109,
  101, 109, 111, 114, 121, 2, 0, 11, 95, 105, 110, 105, 116, 105, 97, 108, 105, 122, 101, 0, 0, 4,
  102, 97, 108, 108, 0, 1, 10, 8, 2, 2, 0, 11, 3, 0, 0, 11,
]);

/**
 * @param {{ loadCore: Function, source?: string | URL | BufferSource }} given
 * @returns {Promise<object>} odds of a position, refusals, and what a core says that has failed
 */
export async function coreAlone({ loadCore, source }) {
  const core = await loadCore(source);
  const call = core.functions;
  core.input(4).set(new TextEncoder().encode("grid"));
  const field = call.create_field(3, 3);
  const live = call.create_live(field, 2);
  const open = (/** @type {number[]} */ ...cellAndClue) => {
    core.input(8).set(new Uint8Array(Int32Array.from(cellAndClue).buffer));
    return call.open(live);
  };
  open(0, 1);
  call.odds(live);
  const odds = [...new Float64Array(core.output().slice().buffer)];
  const refusals = [
    [open(0, 1), core.message()],
    [open(9, 1), core.message()],
    [call.odds(field), core.message()],
    [call.sample(live, 1), core.message()],
    [call.create_live(field, 10), core.message()],
    [core.input(2 ** 30), core.message()],
  ];
  const falling = await loadCore(FALLING);
  const fallen = [falling.functions.fall(), falling.functions.fall(), falling.message()];
  return { odds: odds.slice(1), refusals, fallen };
}
