import { decoded, richTextSummary } from './rich-text.ts';

/** The usual length of a description in search engines and link previews, in characters. */
const usualLength = 155;

/**
 * Returns the first words of rich text as plain text, for head tags, feeds and cards; '' without words. It is cut
 * between words, or with `sentence` after the last whole sentence, if there is one in its second half. The result is
 * text, not HTML: the caller must escape it.
 */
export function summaryText(html: string, length = usualLength, cut: 'word' | 'sentence' = 'word') {
  const words = richTextSummary(html).replace(/^<p>|<\/p>$/g, '');
  const plain = decoded(words).replace(/\s+/g, ' ').trim();
  return shortened(plain, length, cut);
}

/** Returns the first words of a plain text, cut as `summaryText` cuts. */
export function shortened(plain: string, length: number, cut: 'word' | 'sentence') {
  const short = truncate(plain, length);
  if (cut === 'word' || short === plain) return short;
  const sentences = /^.*[.!?…。！？۔؟](?=\s)/u.exec(plain.slice(0, short.length))?.[0] ?? '';
  return sentences.length > short.length / 2 ? sentences : short;
}

/**
 * Returns at most `length` characters of a text, cut between words if possible. An ellipsis follows if the text goes
 * on.
 */
export function truncate(text: string, length: number) {
  const signs = [...text];
  if (signs.length <= length) return text;
  const room = signs.slice(0, length).join('');
  const gap = signs[length] === ' ' ? room.length : room.lastIndexOf(' ');
  return `${room.slice(0, gap > room.length / 2 ? gap : undefined).replace(/[\s,.;:–-]+$/u, '')}…`;
}
