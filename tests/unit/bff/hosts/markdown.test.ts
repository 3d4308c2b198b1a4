import { describe, expect, it } from 'vitest';
import { htmlOfMarkdown } from '../../../../server/bff/hosts/adapt/markdown.ts';
import { hostOf } from './mapped-host.ts';

describe('Markdown of a host', () => {
  it.each([
    ['One & two\nstill <3\n\nThree', '<p>One &amp; two\nstill &lt;3</p>\n<p>Three</p>'],
    ['## In short ##\n***', '<h2>In short</h2>\n<hr>'],
    [
      '**bold _both_** *em* ~~gone~~ snake_case_word 2 * 3 * 4',
      '<p><strong>bold <em>both</em></strong> <em>em</em> <s>gone</s> snake_case_word 2 * 3 * 4</p>',
    ],
    ['***all*** \\*no\\* &copy; a  \nb', '<p><strong><em>all</em></strong> *no* &copy; a<br>b</p>'],
    ['![A "b"](/uploads/a_b_c.png "T")', '<p><img src="/uploads/a_b_c.png" alt="A &quot;b&quot;"></p>'],
    [
      '[Talk](/contact) <https://x.example/a_b>',
      '<p><a href="/contact">Talk</a> <a href="https://x.example/a_b">https://x.example/a_b</a></p>',
    ],
    [
      '- One\n- Two\n  1. In\n  2. Deep',
      '<ul><li>One</li><li>Two\n<ol><li>In</li><li>Deep</li></ol></li></ul>',
    ],
    [
      '  1. One\n\n  2. Two\n\n     More\n* Else',
      '<ol><li>One</li><li>Two\n<p>More</p></li></ol>\n<ul><li>Else</li></ul>',
    ],
    ['> Said\n> so', '<blockquote><p>Said\nso</p></blockquote>'],
    [
      '```js\na < "b" **c**\n```\nUse `a<b`',
      '<pre><code>a &lt; &quot;b&quot; **c**</code></pre>\n<p>Use <code>a&lt;b</code></p>',
    ],
    [
      'Text <em>raw</em>\n\n<figure>\n<img src="/a_b_c.png">\n</figure>',
      '<p>Text <em>raw</em></p>\n<figure>\n<img src="/a_b_c.png">\n</figure>',
    ],
    // As our own editor saves it.
    ['<p>2 * 3 * 4 # **as it is**</p>', '<p>2 * 3 * 4 # **as it is**</p>'],
  ])('%j', (text, html) => {
    expect(htmlOfMarkdown(text)).toBe(html);
  });

  it('is written out in no more time than its length needs', () => {
    const began = performance.now();
    for (const piece of [
      '![',
      '[',
      '**a',
      '*a',
      '_a ',
      '`',
      '> ',
      '- ',
      '<a ',
      '__',
      '# ',
      '- x\n',
      '> > > > > > > > > \n',
      ' - \n',
    ])
      htmlOfMarkdown(piece.repeat(20_000));
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('is HTML with our addresses in an answer, and what is saved stays HTML', async () => {
    const file = {
      calls: { singlePost: { path: '/posts/{id}' } },
      fields: { blog: { description: { at: 'content', format: 'markdown' } } },
    };
    let content = '## One\n\n![x](/storage/x.png)';
    const { ask } = hostOf(file, () => ({ body: { data: { id: 1, content } } }));
    const read = async () => (await ask('GET', '/api/singlePost/1')).body;
    expect(await read()).toMatchObject({
      data: { description: expect.stringMatching(/^<h2>One<\/h2>\n<p><img src=".*\/storage\/x\.png"/) },
    });
    content = '<p>**</p>';
    expect(await read()).toMatchObject({ data: { description: '<p>**</p>' } });
  });
});
