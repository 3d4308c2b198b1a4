import { expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text.ts';

it.each([
  ['<h1>A</h1><p>b<br>c</p><ul><li>d</li><li>e</li></ul>', '<p>A b c d e</p>'],
  ['<p>in<strong>cred</strong>i<em>ble</em></p>', '<p>incredible</p>'],
  ['<p> a&nbsp;&nbsp; b\n\t c </p>', '<p>a b c</p>'],
  ['<p>a &amp; b &lt;c&gt; &eacute;</p>', '<p>a &amp; b &lt;c&gt; &eacute;</p>'],
  ['<p>1 < 2 & 3 > 2 &c</p>', '<p>1 &lt; 2 &amp; 3 &gt; 2 &amp;c</p>'],
  ['<p>a <a title="x > y" href=\'>\'>b</a></p>', '<p>a b</p>'],
  ['<script>a<b</script>b<style>p{}</style>c', '<p>b c</p>'],
  ['a<!-- <p>b</p> -->c', '<p>a c</p>'],
  ['<p>a</p><img src="', '<p>a</p>'],
  ['<p>a</p><script>b', '<p>a</p>'],
  ['<p>a</p><figure><figcaption>b <em>c</em></figcaption></figure><p>d</p>', '<p>a d</p>'],
  ['<p>a</p><figcaption>b', '<p>a b</p>'],
  ['<p><img src="/storage/a.png"></p>', ''],
  // Never cut within a word, an entity, or a sign beyond 16 bits, and whole up to the limit.
  [`<p>${'x'.repeat(limits.summary)}</p><p> </p>`, `<p>${'x'.repeat(limits.summary)}</p>`],
  [`<p>${'x'.repeat(limits.summary)}y</p>`, `<p>${'x'.repeat(limits.summary)}…</p>`],
  [`<p>${'x'.repeat(limits.summary - 4)} words</p>`, `<p>${'x'.repeat(limits.summary - 4)}…</p>`],
  ['&amp;'.repeat(700), `<p>${'&amp;'.repeat(limits.summary)}…</p>`],
  ['🎬'.repeat(700), `<p>${'🎬'.repeat(limits.summary)}…</p>`],
  // In one pass, however long.
  [`<p><img src="data:image/png;base64,${'A'.repeat(24 * 1024 * 1024)}">Words</p>`, '<p>Words</p>'],
  [`${'<br>&nbsp;'.repeat(2_000_000)}late`, ''],
  [`${'<figcaption>'.repeat(9_000)}words`, '<p>words</p>'],
  ['<figcaption>'.repeat(1_000_000), ''],
])('the summary %#', (html, summary) => expect(richTextSummary(html)).toBe(summary));
