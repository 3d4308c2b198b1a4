import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readingMinutes } from '../../../../../client/site/blog/blog-text.ts';

test('a post takes as long as it has words, wherever tags, entities and blanks stand', () => {
  const piece = fc.constantFrom(
    ...['a', 'متن', ' ', '\n', '\u00a0', '\u2003', '\u200b', '&nbsp;', '&amp;', '&', '>', '<'],
    ...['<p>', '</p>', '<b>', '</b>', '<br />', '<span class="x">', '<blockquote>', '<img alt="b c" />'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      // Repeated a hundred times, so that one word more or less changes the minutes.
      const html = `<p>${pieces.join('')}</p>`.replace(/<(?![a-z/][^<>]*>)/g, '').repeat(100);
      const plain = html.replace(/<\/?(?:b|span)\b[^>]*>/g, '').replace(/<[^>]*>|&nbsp;/g, ' ');
      const words = plain.split(/\s+/).filter(Boolean).length;
      expect(readingMinutes(html)).toBe(Math.max(1, Math.round(words / 220)));
    }),
  );
});
