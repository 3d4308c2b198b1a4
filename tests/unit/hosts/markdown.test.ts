import { describe, expect, it } from 'vitest';
import { htmlOfMarkdown } from '../../../hosts/adapt/field-codecs.ts';

describe('Markdown of a host', () => {
  it.each([
    ['One & two\nstill <3\n\nThree', '<p>One &amp; two\nstill &lt;3</p>\n<p>Three</p>'],
    [
      '## In short\n\n**bold _both_** snake_case_word',
      '<h2>In short</h2>\n<p><strong>bold <em>both</em></strong> snake_case_word</p>',
    ],
    ['![A "b"](/uploads/a_b_c.png)', '<p><img src="/uploads/a_b_c.png" alt="A &quot;b&quot;"></p>'],
    // HTML is unchanged; the sanitiser checks it.
    [
      'Text <em>raw</em>\n\n<figure>\n<img src="/a_b_c.png">\n</figure>',
      '<p>Text <em>raw</em></p>\n<figure>\n<img src="/a_b_c.png">\n</figure>',
    ],
    // As our own editor saves it.
    ['<p>2 * 3 * 4 # **as it is**</p>', '<p>2 * 3 * 4 # **as it is**</p>'],
  ])('%j', (text, html) => {
    expect(htmlOfMarkdown(text)).toBe(html);
  });

  it('that nests deeper than can be followed is shown as it was written', () => {
    expect(htmlOfMarkdown(`${'> '.repeat(20_000)}a <b> & c`)).toMatch(/^<p>(> )+a &lt;b> &amp; c<\/p>$/);
  });
});
