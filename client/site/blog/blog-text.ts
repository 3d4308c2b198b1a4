const entities: Record<string, string> = {
  '&nbsp;': ' ',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Tags within a line: taken away without a gap, so that a comma stays at its word. All others stand between words. */
const inline = /<\/?(?:strong|b|em|i|u|s|strike|del|sub|sup|a|span|code)\b[^>]*>/gi;

/**
 * The first words of rich text, as plain text for a card; cut at a word. `html` has been sanitised, so tags are all
 * there is to take away; React escapes what comes out.
 */
export function excerpt(html: string, length = 180): string {
  const plain = richTextWords(html);
  if (plain.length <= length) return plain;
  const cut = plain.slice(0, length + 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > length / 2 ? end : length).replace(/[\s,.;:–-]+$/, '')}…`;
}

/** All words of rich text as plain text, with one blank between them. */
function richTextWords(html: string): string {
  return html
    .replace(inline, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Words that a person reads in a minute on a screen, quietly. */
const wordsPerMinute = 220;

/** A tag within a line, where it begins. */
const inlineHere = /<\/?(?:strong|b|em|i|u|s|strike|del|sub|sup|a|span|code)\b/iy;

/** How long a post takes to read, in whole minutes, at least one. `html` is rich text that has been sanitised. */
export function readingMinutes(html: string): number {
  return Math.max(1, Math.round(countWords(html) / wordsPerMinute));
}

/** As many as `richTextWords` has, in one pass that copies nothing: a text may hold megabytes of markup. */
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

/** The blanks of `\s` past ASCII. */
function isRareBlank(sign: number): boolean {
  return sign === 0xa0 || sign === 0x1680 || (sign >= 0x2000 && /\s/.test(String.fromCharCode(sign)));
}
