import { line, placed } from './svg.ts';

/**
 * The studio's own block letters, as SVG strokes in a box of 4 by 6 units: a server without fonts could not draw
 * text. Only the characters that the artwork needs are defined.
 */
const strokes: Record<string, string> = {
  '3': 'M.2 .8C.7 .3 1.3 0 2 0C3 0 3.7 .6 3.7 1.5S3 3 1.6 3C3.1 3 4 3.6 4 4.5S3.2 6 2 6C1.2 6 .5 5.7 0 5.1',
  '4': 'M3 6V0L0 4.2H4',
  A: 'M0 6L2 0L4 6M.7 4.2H3.3',
  C: 'M4 .8C3.4 .2 2.8 0 2.2 0C.9 0 0 1.2 0 3S.9 6 2.2 6C2.8 6 3.4 5.8 4 5.2',
  D: 'M0 0V6H1.5A2.5 3 0 0 0 1.5 0Z',
  F: 'M4 0H0V6M0 3H3.2',
  G: 'M4 .8C3.4 .2 2.8 0 2.2 0C.9 0 0 1.2 0 3S.9 6 2.2 6C2.9 6 3.5 5.8 4 5.3V3.2H2.4',
  H: 'M0 0V6M4 0V6M0 3H4',
  K: 'M0 0V6M4 0L0 3.6M1.4 2.4L4 6',
  L: 'M0 0V6H4',
  N: 'M0 6V0L4 6V0',
  O: 'M2 0C.7 0 0 1.3 0 3S.7 6 2 6S4 4.7 4 3S3.3 0 2 0Z',
  P: 'M0 6V0H2.4A1.6 1.7 0 0 1 2.4 3.4H0',
  Q: 'M2 0C.7 0 0 1.3 0 3S.7 6 2 6S4 4.7 4 3S3.3 0 2 0ZM2.6 4.2L4.2 6.2',
  R: 'M0 6V0H2.4A1.6 1.7 0 0 1 2.4 3.4H0M2.2 3.4L4 6',
  S: 'M3.8 .9C3.3 .3 2.7 0 2 0C.9 0 .2 .6 .2 1.5C.2 3.6 4 2.4 4 4.5C4 5.4 3.2 6 2 6C1.2 6 .5 5.7 0 5',
  T: 'M0 0H4M2 0V6',
  V: 'M0 0L2 6L4 0',
  W: 'M0 0L1 6L2 2L3 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
};

const advance = 5.6;

/**
 * Draws a word with its top left corner at (`x`, `y`) and letters that are `height` units high. Throws for a
 * character without strokes.
 */
export function word(text: string, x: number, y: number, height: number, ink: string, weight = 0.95): string {
  const letters = [...text].map((sign, index) => {
    const d = strokes[sign];
    if (!d) throw new Error(`word: there is no drawing of "${sign}"`);
    return placed(line(d, ink, weight), index * advance, 0);
  });
  return placed(letters.join(''), x, y, height / 6);
}

/** Returns the width of a word that `word` draws. */
export function widthOfWord(text: string, height: number): number {
  return ((text.length * advance - (advance - 4)) * height) / 6;
}
