/** The length of a text in words and reading time. */
interface TextLength {
  words: number;
  /** Reading time in whole minutes; 0 for a text without words. */
  minutes: number;
}

/**
 * Words per minute when people read non-fiction silently (M. Brysbaert, "How many words do we read per minute?",
 * 2019).
 */
const readingSpeed = 238;

/** Tags that may occur inside a word. */
const inline = /^<\/?(?:strong|b|em|i|u|s|strike|del|sub|sup|a|span|code)[\s>]/i;

/** Scripts in which words are not separated by spaces. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Returns the number of words and the reading time of rich text. Like word processors, counts every part between
 * spaces that contains a letter or a digit, in Urdu as in English. In scripts without spaces, the browser's segmenter
 * finds the words.
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
  // Without a segmenter, every two characters of a text without spaces count as a word, about the average length of a
  // word.
  if (typeof Intl.Segmenter !== 'function') return Math.ceil([...token].length / 2);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of segmenter.segment(token)) if (isWordLike) words += 1;
  return words;
}

/**
 * Returns the text of the HTML. Goes over the HTML once and skips tags, so that megabytes of inline images take no
 * time.
 */
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
