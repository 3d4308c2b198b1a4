import { expect, it } from 'vitest';
import { richTextWords } from '#shared/rich-text.ts';

it.each<[string, string, string]>([
  ['blocks, one a line', '<h2>Head</h2><p>one <b>two</b>\n three</p><p><br></p>', 'Head\none two three'],
  ['line ends in a block', '<p>one<br>two</p>', 'one\ntwo'],
  [
    'where a link leads',
    '<p><a href="https://a.example/?x=1&amp;y=2">there</a>.</p>',
    'there (https://a.example/?x=1&y=2).',
  ],
  [
    'pictures and videos',
    '<p><img alt="A &lt; B" src="#1f2e3d"></p><iframe src="https://v.example/1"></iframe>',
    '[Picture #1f2e3d A < B]\n[Video https://v.example/1]',
  ],
  ['signs', '<p>5 &lt; 6 &amp; 7 &#x41;&#1662;&nbsp;&unknown; < 8</p>', '5 < 6 & 7 A\u067e &unknown; < 8'],
  ['no scripts', '<p>a</p><script>alert("<p>b</p>")</script><p>c', 'a\nc'],
])('reads %s', (_what, html, words) => {
  expect(richTextWords(html)).toBe(words);
});

it('reads what is broken in one pass', () => {
  const sign = 'a'.repeat(1000);
  for (const part of ['<a "', "<img src='", '<', '<!--', '&', '<p ']) {
    expect(richTextWords(`${sign}${part.repeat(200_000)}`)).toContain(sign);
  }
});
