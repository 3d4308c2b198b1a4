import { keepAllowed } from './allow-list.ts';
import { dropEmptyLines } from './empty-lines.ts';
import { dropForeignImages } from './foreign-images.ts';
import { trimLines } from './line-edges.ts';
import { fitHeadings, marksFromStyles, writeRaisedDigits } from './marks.ts';
import { dropFalseMarks, dropNoise } from './noise.ts';
import { takeOwnMark } from './own-text.ts';
import { removePagePaint } from './paint.ts';
import { parsePasted } from './parse.ts';
import { removeSpaceNoise } from './spaces.ts';
import { tablesToLines } from './tables.ts';
import { keepListLevels, makeWordLists } from './word-lists.ts';

/** In this order: a pass may count on what those before it have done. */
const foreignPasses: readonly ((doc: Document) => void)[] = [
  makeWordLists,
  dropNoise,
  dropFalseMarks,
  keepListLevels,
  fitHeadings,
  marksFromStyles,
  writeRaisedDigits,
  removePagePaint,
  removeSpaceNoise,
  tablesToLines,
  dropEmptyLines,
  trimLines,
  keepAllowed,
];

export interface Cleaned {
  html: string;
  /** Copied from this editor. */
  own: boolean;
  /** One image, and not a word. */
  onlyImage: boolean;
  /** An image that people saw had to be left out. */
  lostImage: boolean;
}

/**
 * Pasted HTML of word processors, mail and web pages as plain text with the marks that our toolbar knows (html-policy, docs/product.md
 * §2). What this editor wrote itself is only held to the policy. Nothing of the result is trusted: the editor takes in
 * formats that it knows, and the reader's side is sanitised again.
 */
export function cleanPasted(html: string): Cleaned {
  const doc = parsePasted(html);
  const own = takeOwnMark(doc);
  const onlyImage = doc.images.length === 1 && doc.body.textContent.trim() === '';
  const lostImage = dropForeignImages(doc);
  for (const pass of own ? [keepAllowed] : foreignPasses) pass(doc);
  return { html: doc.body.innerHTML, own, onlyImage, lostImage };
}
