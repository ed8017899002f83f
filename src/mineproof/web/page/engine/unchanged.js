// Whether a board still shows the position that a question was about, when the answer comes.

/** @import { Shape } from "./engine.js" */

/**
 * A test whether the host still shows the position that it shows now, on a board of the same shape.
 * @param {{ position: () => string, shape: Shape }} host
 */
export function unchangedSince(host) {
  const [position, shape] = [host.position(), host.shape];
  return () => host.position() === position && host.shape === shape;
}
