const entities: Record<string, string> = {
  '&nbsp;': ' ',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/**
 * Inline tags. They are removed without leaving a space, so that a comma stays next to its word. All other tags
 * separate words.
 */
const inline = /<\/?(?:strong|b|em|i|u|s|strike|del|sub|sup|a|span|code)\b[^>]*>/gi;

/**
 * Returns the beginning of rich text as plain text for a card, cut between two sentences, or else between two words. `html` has been sanitised and
 * React escapes the result, so only tags have to be removed.
 */
export function excerpt(html: string, length = 180): string {
  const plain = richTextWords(html);
  if (plain.length <= length) return plain;
  const cut = plain.slice(0, length + 1);
  const sentences = /^.*[.!?۔؟](?=\s)/.exec(cut)?.[0] ?? '';
  if (sentences.length > length / 2) return sentences;
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > length / 2 ? end : length).replace(/[\s,.;:–-]+$/, '')}…`;
}

/** Returns all words of rich text as plain text, separated by single spaces. */
function richTextWords(html: string): string {
  return html
    .replace(inline, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Reading speed on a screen, in words per minute. */
const wordsPerMinute = 220;

/** Matches an inline tag at `lastIndex`. */
const inlineHere = /<\/?(?:strong|b|em|i|u|s|strike|del|sub|sup|a|span|code)\b/iy;

/** Returns the reading time of a post in whole minutes, at least one. `html` is sanitised rich text. */
export function readingMinutes(html: string): number {
  return Math.max(1, Math.round(countWords(html) / wordsPerMinute));
}

/**
 * Counts the words that `richTextWords` would return. Makes one pass without copying the text, because the text may
 * have megabytes of markup.
 */
function countWords(html: string): number {
  let count = 0;
  let inWord = false;
  for (let at = 0; at < html.length; at += 1) {
    const sign = html.charCodeAt(at);
    const end = sign === 0x3c ? html.indexOf('>', at) : -1;
    if (end >= 0) {
      inlineHere.lastIndex = at;
      if (!inlineHere.test(html)) inWord = false;
      at = end;
    } else if (sign === 0x26 && html.startsWith('&nbsp;', at)) {
      inWord = false;
      at += 5;
    } else if (sign <= 0x20 || isRareBlank(sign)) {
      inWord = false;
    } else if (!inWord) {
      inWord = true;
      count += 1;
    }
  }
  return count;
}

/** Returns true for characters outside ASCII that `\s` matches. */
function isRareBlank(sign: number): boolean {
  return sign === 0xa0 || sign === 0x1680 || (sign >= 0x2000 && /\s/.test(String.fromCharCode(sign)));
}
