import { richTextWords } from './excerpt.ts';

/** Words that a person reads in a minute on a screen, quietly. */
const wordsPerMinute = 220;

/** How long a post takes to read, in whole minutes, at least one. `html` is rich text that has been sanitised. */
export function readingMinutes(html: string): number {
  const words = richTextWords(html);
  const count = words === '' ? 0 : words.split(' ').length;
  return Math.max(1, Math.round(count / wordsPerMinute));
}
