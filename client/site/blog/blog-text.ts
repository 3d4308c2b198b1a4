/** Reading speed on a screen, in words per minute. */
const wordsPerMinute = 220;

/** Matches an inline tag at `lastIndex`. */
const inlineHere = /<\/?(?:strong|b|em|i|u|s|strike|del|sub|sup|a|span|code)\b/iy;

/** Returns the reading time of a post in whole minutes, at least one. `html` is sanitised rich text. */
export function readingMinutes(html: string): number {
  return Math.max(1, Math.round(countWords(html) / wordsPerMinute));
}

/**
 * Counts the words. Makes one pass without copying the text, because the text may
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
