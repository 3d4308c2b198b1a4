import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractInlineImages } from '../../../../server/rich-text/inline-images.ts';

const long = 'A'.repeat(5_000);

test('what the sanitiser has taken out stays out', () => {
  const lifted = extractInlineImages(`<p>;base64,${long}</p>`);
  expect(lifted.restore('<p></p>')).toBe('<p></p>');
});

test('nothing is lost or added, whatever the text', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(';base64,', long, `;base64,${long}`, '<img src="', '">'),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const html = parts.join('');
      const lifted = extractInlineImages(html);
      expect(lifted.restore(lifted.html)).toBe(html);
    }),
  );
});
