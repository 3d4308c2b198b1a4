import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractInlineImages } from '../../../../server/rich-text/inline-images.ts';

const long = 'A'.repeat(5_000);

test('long runs of base64 leave the text and come back where they were', () => {
  const html = `<p><img src="data:image/png;base64,${long}=="><img src="data:image/gif;base64,${long}"></p>`;
  const lifted = extractInlineImages(html);
  expect(lifted.html.length).toBeLessThan(200);
  expect(lifted.html).toMatch(
    /^<p><img src="data:image\/png;base64,[0-9a-z]+"><img src="data:image\/gif;base64,[0-9a-z]+"><\/p>$/,
  );
  expect(lifted.restore(lifted.html)).toBe(html);
});

test('what the sanitiser has taken out stays out', () => {
  const lifted = extractInlineImages(`<p>;base64,${long}</p>`);
  expect(lifted.restore('<p></p>')).toBe('<p></p>');
});

test('short runs are left alone', () => {
  const html = '<img src="data:image/png;base64,AAAA">';
  expect(extractInlineImages(html).html).toBe(html);
});

test('a run ends at the first character that is not base64', () => {
  const lifted = extractInlineImages(`;base64,${long}"onerror=x;base64,${long}<script>`);
  expect(lifted.html).toMatch(/^;base64,\w+"onerror=x;base64,\w+<script>$/);
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
