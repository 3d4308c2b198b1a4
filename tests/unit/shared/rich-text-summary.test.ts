import fc from 'fast-check';
import sanitizeHtml from 'sanitize-html';
import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
const shown = (summary: string) =>
  summary
    .replace(/^<p>|<\/p>$/g, '')
    .replace(/…$/, '')
    .replace(/&[^;]+;/g, '&');

describe('the summary of rich text', () => {
  it.each([
    ['one paragraph', '<p>Words</p>', '<p>Words</p>'],
    ['several blocks', '<h1>A</h1><p>b<br>c</p><ul><li>d</li><li>e</li></ul>', '<p>A b c d e</p>'],
    ['marks inside a word', '<p>in<strong>cred</strong>i<em>ble</em></p>', '<p>incredible</p>'],
    ['blanks of all kinds', '<p> a&nbsp;&nbsp; b\n\t c </p>', '<p>a b c</p>'],
    ['entities', '<p>a &amp; b &lt;c&gt; &eacute;</p>', '<p>a &amp; b &lt;c&gt; &eacute;</p>'],
    ['signs that were not escaped', '<p>1 < 2 & 3 > 2 &c</p>', '<p>1 &lt; 2 &amp; 3 &gt; 2 &amp;c</p>'],
    ['an image between words', '<p>a<img src="data:image/png;base64,AAAA">b</p>', '<p>a b</p>'],
    ['a > in an attribute', '<p>a <a title="x > y" href=\'>\'>b</a></p>', '<p>a b</p>'],
    ['code that is no text', '<script>a<b</script>b<style>p{}</style>c', '<p>b c</p>'],
    ['a comment', 'a<!-- <p>b</p> -->c', '<p>a c</p>'],
    ['a tag that never ends', '<p>a</p><img src="', '<p>a</p>'],
    ['a script that never ends', '<p>a</p><script>b', '<p>a</p>'],
    [
      'the caption of an image',
      '<p>a</p><figure><figcaption>b <em>c</em></figcaption></figure><p>d</p>',
      '<p>a d</p>',
    ],
    ['a caption that never ends', '<p>a</p><figcaption>b', '<p>a b</p>'],
    ['nothing but an image', '<p><img src="/storage/a.png"></p>', ''],
    ['nothing', '', ''],
  ])('of %s', (_what, html, summary) => {
    expect(richTextSummary(html)).toBe(summary);
  });

  it('is cut at a word, and never longer than the limit', () => {
    const summary = richTextSummary(`<p>${words(1000)}</p>`);
    expect(summary).toMatch(/^<p>w0 w1 .* w\d+…<\/p>$/);
    const text = shown(summary);
    expect(text.length).toBeLessThanOrEqual(limits.summary);
    expect(text.length).toBeGreaterThan(limits.summary - 10);
    expect(words(1000).startsWith(`${text} `)).toBe(true);
  });

  it('is whole up to the limit, and cut one sign later', () => {
    const exact = 'x'.repeat(limits.summary);
    expect(richTextSummary(`<p>${exact}</p><p> </p>`)).toBe(`<p>${exact}</p>`);
    expect(richTextSummary(`<p>${exact}y</p>`)).toBe(`<p>${exact}…</p>`);
    expect(richTextSummary(`<p>${exact} y</p>`)).toBe(`<p>${exact}…</p>`);
  });

  it('never cuts an entity or a sign beyond 16 bits', () => {
    expect(richTextSummary('&amp;'.repeat(700))).toBe(`<p>${'&amp;'.repeat(limits.summary)}…</p>`);
    expect(richTextSummary('🎬'.repeat(700))).toBe(`<p>${'🎬'.repeat(limits.summary)}…</p>`);
  });

  it('finds the words behind megabytes of inline images', () => {
    const image = `<img src="data:image/png;base64,${'A'.repeat(6 * 1024 * 1024)}">`;
    expect(richTextSummary(`<p>${image.repeat(4)}Words</p>`)).toBe('<p>Words</p>');
  });

  it('gives up on a text that has no words for long', () => {
    expect(richTextSummary(`${'<br>&nbsp;'.repeat(2_000_000)}late`)).toBe('');
  });

  it('looks once for the end of captions that are not closed', () => {
    expect(richTextSummary(`${'<figcaption>'.repeat(9_000)}words`)).toBe('<p>words</p>');
    expect(richTextSummary('<figcaption>'.repeat(1_000_000))).toBe('');
  });

  it('is a plain paragraph whatever the text holds', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '</',
      '&',
      '"',
      "'",
      '<p ',
      '<script>',
      '<!--',
      '-->',
      'a',
      ' ',
      ';',
    );
    const html = fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme' })), { maxLength: 200 });
    fc.assert(
      fc.property(html, (parts) => {
        const summary = richTextSummary(parts.join(''));
        if (summary === '') return;
        const inner = summary.slice('<p>'.length, -'</p>'.length);
        expect(summary).toBe(`<p>${inner}</p>`);
        expect(inner).not.toMatch(/[<>]/);
        expect(sanitizeHtml(summary, { allowedTags: [] }).length).toBeGreaterThan(0);
      }),
    );
  });
});
