// Sounds, if the reader turns them on: a few short tones, made by the browser.

/** @typedef {"open" | "flood" | "flag" | "won" | "lost"} Sound */

/** @typedef {{ at: number, pitch: number, lasts: number, wave: OscillatorType, volume: number }} Tone */

/**
 * @param {number} at s
 * @param {number} pitch Hz
 * @param {number} lasts s
 * @param {OscillatorType} wave
 * @param {number} volume
 * @returns {Tone}
 */
const tone = (at, pitch, lasts, wave = "sine", volume = 0.05) => ({
  at,
  pitch,
  lasts,
  wave,
  volume,
});

/** @type {Record<Sound, Tone[]>} */
const TONES = {
  open: [tone(0, 620, 0.05)],
  flood: [tone(0, 520, 0.05), tone(0.05, 660, 0.06), tone(0.1, 780, 0.08)],
  flag: [tone(0, 330, 0.05, "triangle")],
  won: [tone(0, 523, 0.14), tone(0.12, 659, 0.14), tone(0.24, 784, 0.14), tone(0.36, 1047, 0.3)],
  lost: [tone(0, 110, 0.4, "sawtooth"), tone(0, 73, 0.5, "triangle", 0.09)],
};

/** @type {AudioContext | null} */
let audio = null;

/** @param {Sound} sound */
export function sound(sound) {
  audio ??= new AudioContext();
  for (const { at, pitch, lasts, wave, volume } of TONES[sound]) {
    const begin = audio.currentTime + at;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(volume, begin);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
    const oscillator = new OscillatorNode(audio, { type: wave, frequency: pitch });
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(begin);
    oscillator.stop(begin + lasts);
  }
}
