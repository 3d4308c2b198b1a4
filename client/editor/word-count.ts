/** The length of a text for its readers. */
export interface TextLength {
  words: number;
  /** Whole minutes of silent reading; 0 for a text without words. */
  minutes: number;
}

/** Words a minute, silent reading of non-fiction (M. Brysbaert, "How many words do we read per minute?", 2019). */
const readingSpeed = 238;

/** Tags that stand inside of words. */
const inline = /^<\/?(?:strong|b|em|i|u|s|strike|del|sub|sup|a|span|code)[\s>]/i;

/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Words and reading time of rich text, counted as word processors do: what is between spaces and has a letter or a digit, in
 * Urdu as in English. Scripts without spaces are split by the browser's segmenter.
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

/** The words of the HTML. One pass that jumps over tags, so that megabytes of inline images cost nothing. */
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
