/** The length of a text in words and reading time. */
export interface TextLength {
  words: number;
  /** Whole minutes of silent reading; 0 for a text without words. */
  minutes: number;
}

/** Words a minute, silent reading of non-fiction (M. Brysbaert, "How many words do we read per minute?", 2019). */
const readingSpeed = 238;

/** Tags that occur inside of words. */
const inline = /^<\/?(?:strong|b|em|i|u|s|strike|del|sub|sup|a|span|code)[\s>]/i;

/** Scripts that have no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Returns the words and the reading time of rich text. Counts as word processors do: every part between spaces that
 * has a letter or a digit, in Urdu as in English. The browser's segmenter splits scripts without spaces.
 */
export function measureText(html: string): TextLength {
  let words = 0;
  for (const token of plainText(html).split(/[\s\u2014]+/)) words += wordsOf(token);
  return { words, minutes: Math.ceil(words / readingSpeed) };
}

function wordsOf(token: string): number {
  if (!/[\p{L}\p{N}]/u.test(token)) return 0;
  return unspaced.test(token) ? cut(token) : 1;
}

let segmenter: Intl.Segmenter | undefined;

function cut(token: string): number {
  // Without a segmenter: a word has two characters on average.
  if (typeof Intl.Segmenter !== 'function') return Math.ceil([...token].length / 2);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of segmenter.segment(token)) if (isWordLike) words += 1;
  return words;
}

/** Returns the text of the HTML. One pass that skips tags, so that megabytes of inline images cost nothing. */
function plainText(html: string): string {
  const parts: string[] = [];
  let from = 0;
  while (from < html.length) {
    const open = html.indexOf('<', from);
    parts.push(html.slice(from, open === -1 ? undefined : open));
    const close = open === -1 ? -1 : html.indexOf('>', open);
    if (close === -1) break;
    if (!inline.test(html.slice(open, open + 10))) parts.push(' ');
    from = close + 1;
  }
  return parts
    .join('')
    .replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replace(/&(?:lt|gt|amp|quot|#39);/gi, '\u00b7');
}
