// The format of numbers on the page.

/**
 * A probability in percent, as the tag of a cell. It is never rounded to 0 or 100, because these mean
 * certainty.
 * @param {number} odds
 */
export function oddsTag(odds) {
  const rounded = Math.round(100 * odds);
  if (odds > 0 && rounded === 0) return "<1";
  if (odds < 1 && rounded === 100) return ">99";
  return String(rounded);
}

/**
 * A probability with the percent sign: "100 %", "37 %", "0.52 %".
 * @param {number} odds
 */
export function percentText(odds) {
  if (odds === 1) return "100 %";
  return `${odds >= 0.1 ? (100 * odds).toFixed(0) : (100 * odds).toPrecision(2)} %`;
}

/** Rounds as the engine does, so that tables agree with the engine's sentences. */
const ONE_DECIMAL = new Intl.NumberFormat("en", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  roundingMode: "halfEven",
});

/**
 * A share with one decimal, as tables show it: "9.7 %". It is never rounded to 0 or 100.
 * @param {number} share
 */
export function shareText(share) {
  if (share === 0 || share === 1) return `${100 * share}\u00a0%`;
  if (share < 0.0005) return "<0.1\u00a0%";
  return share > 0.9995 ? ">99.9\u00a0%" : `${ONE_DECIMAL.format(100 * share)}\u00a0%`;
}

/**
 * A count given by its digits: 1 234 567, or 1.23 × 10¹³ from thirteen digits on.
 * @param {string} digits
 */
export function countText(digits) {
  if (digits.length <= 12) return digits.replace(/\B(?=(\d{3})+$)/g, " ");
  const exponent = String(digits.length - 1).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);
  return `${digits[0]}.${digits.slice(1, 3)} × 10${exponent}`;
}

/**
 * A number of bytes: "765 KiB", "1 MiB". Fractions are cut off.
 * @param {number} bytes
 */
export const bytesText = (bytes) =>
  bytes < 2 ** 20 ? `${Math.floor(bytes / 2 ** 10)} KiB` : `${Math.floor(bytes / 2 ** 20)} MiB`;

/**
 * Seconds as 1:05.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
