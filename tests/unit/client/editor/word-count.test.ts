import { describe, expect, test } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { measureText } from '../../../../client/editor/word-count.ts';

describe('words', () => {
  test.each([
    ['<p><br></p>', 0],
    ['<p>One</p><p>two</p>', 2],
    ['<p><strong>bo</strong>ld <em>w</em>ord</p>', 2],
    ['<p>two&nbsp;words &amp; — one more’s</p>', 4],
    ['<p>well-known studio.example 1,000 … !</p>', 3],
    ['<p>ہم کہانیاں بناتے ہیں۔</p>', 4],
    ['<p>می‌خواهم</p>', 1],
    ['<p><img src="data:image/png;base64,AAAA BBBB" alt="not counted"> one</p>', 1],
    ['<p>私は映画を作ります。</p>', 6],
    ['<p>我们拍电影</p>', 3],
  ])('%j has %i', (html, words) => {
    expect(measureText(html).words).toBe(words);
  });

  test('hostile text is read in one pass, and inline images are jumped over', () => {
    // A scanner that looks ahead at every "<" would never end here.
    expect(measureText('<'.repeat(4 * MIB)).words).toBe(0);
    expect(
      measureText(`<p>one <img src="data:image/png;base64,${'A'.repeat(24 * MIB)}"> two</p>`).words,
    ).toBe(2);
  });
});
