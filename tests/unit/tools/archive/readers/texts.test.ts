import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cutLine } from '../../../../../tools/archive/readers/html.ts';
import { openForeignExport } from '../../../../../tools/archive/readers/open-foreign-export.ts';
import { folderForAll } from '../../../../support/temp-folder.ts';

let folder: string;
folderForAll((made) => (folder = made));

/** Reads these texts of posts from one export. */
async function read(texts: readonly string[]) {
  const item = (content: string, id: number) =>
    `<item><title>T</title><content:encoded><![CDATA[${content}]]></content:encoded><wp:post_id>${id}</wp:post_id>
    <wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`;
  const file = join(folder, 'texts.xml');
  await writeFile(
    file,
    `<rss><channel><wp:wxr_version>1.2</wp:wxr_version><link>https://old.example/blog</link>
    ${texts.map((text, index) => item(text, index + 1)).join('')}</channel></rss>`,
  );
  const { rows, notes } = await openForeignExport([file], { textBytes: 25 << 20 });
  const shown: unknown[] = [];
  for await (const { table, row } of rows()) if (table === 'blogs') shown.push(row.description);
  return { shown, notes };
}

const image = (address: string) => `<img src="${new URL(address, 'https://old.example/blog/')}">`;
const player =
  '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/abcDEF12345" frameborder="0" allowfullscreen="true"></iframe>';
const link = (address: string) => `<a href="${address}">${address}</a>`;

const cases: Record<string, [content: string, shown: string][]> = {
  'paragraphs of the classic editor': [
    ['one\n\ntwo\nthree', '<p>one</p><p>two<br>three</p>'],
    ['one<br />\n<br />two<br />\nthree', '<p>one</p><p>two<br>three</p>'],
    ['<p>has one</p>\n\nand none', '<p>has one</p><p>and none</p>'],
    ['<a href="https://x.example/"><h2>t</h2></a>', '<a href="https://x.example/"><h2>t</h2></a>'],
    ['<ul>\n<li>a\nb</li>\n</ul>', '<ul>\n<li>a<br>b</li>\n</ul>'],
    ['<table><tr>\n<td>a\n\nb</td></tr></table>', '<table><tr>\n<td><p>a</p><p>b</p></td></tr></table>'],
    ['&nbsp;\n\n\n\nx<!--more-->', '<p>&nbsp;</p><p>x</p>'],
    ['see\nhttps://youtu.be/abcDEF12345\nthere', `<p>see</p>${player}<p>there</p>`],
  ],
  'texts of blocks': [
    ['<!-- wp:paragraph -->\n<p>a\nb</p>\n<!-- /wp:paragraph -->\n\nloose', '<p>a\nb</p><p>loose</p>'],
    [
      '<figure><div>\nhttps://x.example/1\n</div><figcaption>c</figcaption></figure>',
      `<p>${link('https://x.example/1')}</p><p>c</p>`,
    ],
    ['<figure>words</figure>', '<p>words</p>'],
  ],
  shortcodes: [
    [
      '[caption caption="Old &amp; tall"]<img src="/a.png">[/caption]',
      `<figure>${image('/a.png')}<figcaption>Old &amp; tall</figcaption></figure>`,
    ],
    ['[embed]https://youtu.be/abcDEF12345[/embed]', player],
    ['[youtube http://www.youtube.com/watch?v=abcDEF12345&amp;w=640]', player],
    [
      '[video poster="/a.png" mp4="/a.mp4"] and [video mp4="/b.mp4"][/video]',
      `<p>${link('https://old.example/a.mp4')} and ${link('https://old.example/b.mp4')}</p>`,
    ],
    [
      '[wp_caption]<img src="/b.png">b[/wp_caption]',
      `<figure>${image('/b.png')}<figcaption>b</figcaption></figure>`,
    ],
    [
      '[vimeo https://vimeo.com/76979871]',
      player.replace(/src="[^"]*/, 'src="https://player.vimeo.com/video/76979871'),
    ],
    ['[a][b]x[/a][/b]', '<p>x</p>'],
    ['[sic] [1] [[caption]] a[0]', '<p>[sic] [1] [caption] a[0]</p>'],
    ['<a href="/x?a=[gallery]">[x/]</a>', '<p><a href="https://old.example/x?a=[gallery]">[x/]</a></p>'],
    ['<code>[caption]</code>', '<p><code>[caption]</code></p>'],
    ['[unclosed', '<p>[unclosed</p>'],
  ],
  'what the policy has no tag for': [
    ['<kbd>b</kbd> <mark>c</mark>', '<p><code>b</code> c</p>'],
    [
      '<section><p class="has-text-align-center" style="margin:0">a</p></section>',
      '<p style="margin:0" class="ql-align-center">a</p>',
    ],
    [
      '<picture><source srcset="/b.webp"><img src="//cdn.example/b.jpg" srcset="x" onerror="y"></picture>',
      `<p>${image('https://cdn.example/b.jpg')}</p>`,
    ],
    ['<img src="data:image/svg+xml,x"><form><input></form><svg></svg>x', '<p>x</p>'],
    ['<object><embed src="http://www.youtube.com/v/abcDEF12345&amp;hl=en"></object>', player],
    ['<p>a <iframe src="//maps.example/x"></iframe></p>', `<p>a ${link('https://maps.example/x')}</p>`],
    [
      '<a href="mailto:a@b.example">m</a> <a href="#x">n</a> <a href="data:x">o</a>',
      '<p><a href="mailto:a@b.example">m</a> <a href="#x">n</a> o</p>',
    ],
    ['<a href="/big.jpg"><img src="/small.jpg"></a>', `<p>${image('/small.jpg')}</p>`],
  ],
};
const all = Object.values(cases).flat();
let shown: unknown[];
beforeAll(async () => {
  ({ shown } = await read(all.map(([content]) => content)));
});

describe.each(Object.entries(cases))('%s', (_what, some) => {
  it.each(some)('%j', (content, expected) => {
    expect(shown[all.findIndex(([each]) => each === content)]).toBe(expected);
  });
});

it('what is lost of a post is one line, in which each kind of loss has its names', async () => {
  const many = Array.from('abcdefg', (name) => `<!-- wp:${name} /-->`).join('');
  const { notes } = await read([
    `${many}[my-form id="1"] [my-form id="2"] [row]x[/row] [sic]<script></script>`,
    'nothing',
  ]);
  expect(notes).toEqual([
    '1 "T": has unknown shortcodes, which stay as written: my-form; ' +
      'has unknown shortcodes, of which the content stays: row; ' +
      'has blocks that posts share or WordPress renders on request, which were left out: a, b, c, d, e and 2 more; ' +
      'has what is not shown here, and was left out: script',
  ]);
});

it('a text that is nested without end is left out, and the others are read', async () => {
  const { shown, notes } = await read(['<ul><li>'.repeat(5_000), '<p>b</p>']);
  expect([shown, notes]).toEqual([
    ['<p>b</p>'],
    ['1 "T": its markup is nested more than 200 deep: left out'],
  ]);
});

it('what was made to stop a reader is read in a moment', async () => {
  const many = (text: string, times = 50_000) => text.repeat(times);
  const hostile = [
    many('<!-- wp:'),
    many('[a]'),
    many('[a]') + many('[/a]'),
    many('[a b="'),
    many('<p>'),
    many('<br>'),
    many('<'),
    many(' '),
    `${many('[a]')}[/a]${many('[/b]')}`,
    many('<pre '),
    many('\n '),
    `${many('<em>', 150)}${many('a\n\n', 5_000)}`,
    `[gallery ids="${many('1,')}"]`,
  ];
  const start = performance.now();
  await read(hostile);
  expect(performance.now() - start).toBeLessThan(60_000);
});

it('a line is cut at a word, and never within a letter', () => {
  expect(cutLine('one two three', 9)).toBe('one two…');
  expect(cutLine(`${'a'.repeat(7)}😀b`, 9)).toBe(`${'a'.repeat(7)}…`);
  expect(cutLine('short', 9)).toBe('short');
});
