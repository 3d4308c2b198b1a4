/** Reading speed on a screen, in words per minute. */
const wordsPerMinute = 220;

/**
 * Returns the number of words of rich text. Like word processors, counts every part between spaces that contains a letter
 * or a digit, in Urdu as in English.
 */
export function countWords(html: string) {
  const parts = html
    .replace(/<\/?(?:strong|b|em|i|u|s|strike|del|sub|sup|a|span|code)\b[^>]*>/g, '')
    .replace(/<[^>]*>|&nbsp;|\u2014/g, ' ')
    .replace(/&(?:lt|gt|amp|quot);/g, '\u00b7')
    .split(/\s+/);
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
}

/** Returns the reading time of a text with this number of words in whole minutes, at least one. */
export const readingMinutes = (words: number) => Math.max(1, Math.round(words / wordsPerMinute));
