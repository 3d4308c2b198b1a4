import { describe, expect, it } from 'vitest';
import { cutLine } from '../../../../../tools/archive/readers/clean-text.ts';
import { playerOf } from '../../../../../tools/archive/readers/html/players.ts';
import { writeHtml } from '../../../../../tools/archive/readers/html/tree.ts';
import { oldSite } from '../../../../../tools/archive/readers/old-site.ts';
import { postText } from '../../../../../tools/archive/readers/wordpress/post-text.ts';

const notes: string[] = [];
function shown(content: string, reusable = new Map<string, string>()): string {
  notes.length = 0;
  const site = oldSite('https://old.example/blog');
  const source = { site, reusable, attachments: new Map(), attachedTo: () => [] };
  return writeHtml(postText('7', content, source, (what) => notes.push(what)).nodes);
}

describe('paragraphs of the classic editor', () => {
  it.each([
    ['one\n\ntwo\nthree', '<p>one</p><p>two<br>three</p>'],
    ['one<br />\n<br />two<br />\nthree', '<p>one</p><p>two<br>three</p>'],
    ['<p>has one</p>\n\nand none', '<p>has one</p><p>and none</p>'],
    ['<em>a\n\nb</em>', '<p><em>a</em></p><p><em>b</em></p>'],
    ['<div>a</div>\n<div>b\n\nc</div>', '<div>a</div><div><p>b</p><p>c</p></div>'],
    ['<a href="https://x.example/"><h2>t</h2></a>', '<a href="https://x.example/"><h2>t</h2></a>'],
    ['<ul>\n<li>a\nb</li>\n</ul>', '<ul>\n<li>a<br>b</li>\n</ul>'],
    ['<h2>a</h2>text\n<hr>\ntext', '<h2>a</h2><p>text</p><hr><p>text</p>'],
    [
      '<table>\n<tr>\n<td>a\n\nb</td>\n</tr>\n</table>',
      '<table>\n<tr>\n<td><p>a</p><p>b</p></td>\n</tr>\n</table>',
    ],
    ['<code>a\nb</code>', '<p><code>a<br>b</code></p>'],
    ['&nbsp;\n\n\n\nx', '<p>&nbsp;</p><p>x</p>'],
    ['see\nhttps://youtu.be/abcDEF12345\nthere', `<p>see</p>${player('abcDEF12345')}<p>there</p>`],
    ['in https://youtu.be/abcDEF12345 words', '<p>in https://youtu.be/abcDEF12345 words</p>'],
    ['https://chat.example/7', '<p><a href="https://chat.example/7">https://chat.example/7</a></p>'],
  ])('%j', (content, expected) => {
    expect(shown(content)).toBe(expected);
  });

  it('are not made in a text of blocks, but around words that stand in none', () => {
    expect(shown('<!-- wp:paragraph -->\n<p>a\nb</p>\n<!-- /wp:paragraph -->\n\nloose')).toBe(
      '<p>a\nb</p><p>loose</p>',
    );
    // A block that contains itself does not loop forever.
    expect(
      shown('<!-- wp:block {"ref":3} /-->', new Map([['3', '<p>x</p><!-- wp:block {"ref":3} /-->']])),
    ).toBe('<p>x</p>'.repeat(5));
  });
});

describe('shortcodes', () => {
  it.each([
    [
      '[caption caption="Old &amp; tall"]<img src="/a.png">[/caption]',
      `<figure>${image('/a.png')}<figcaption>Old &amp; tall</figcaption></figure>`,
    ],
    [
      '[embed]https://vimeo.com/123/ab12[/embed]',
      '<iframe class="ql-video" src="https://player.vimeo.com/video/123?h=ab12" frameborder="0" allowfullscreen="true"></iframe>',
    ],
    ['[youtube http://www.youtube.com/watch?v=abcDEF12345&amp;w=640]', player('abcDEF12345')],
    [
      '[video mp4="https://old.example/a.mp4"][/video]',
      '<p><a href="https://old.example/a.mp4">https://old.example/a.mp4</a></p>',
    ],
    ['[row][col]a[/col] [col]b[/col][/row]', '<p>a b</p>'],
    ['[a][b]x[/a][/b]', '<p>[b]x[/b]</p>'],
    ['[sic] [1] [[caption]] a[0]', '<p>[sic] [1] [caption] a[0]</p>'],
    ['<a href="/x?a=[gallery]">[x/]</a>', '<p><a href="https://old.example/x?a=[gallery]">[x/]</a></p>'],
    ['<code>[caption]</code>', '<p><code>[caption]</code></p>'],
    ['[unclosed', '<p>[unclosed</p>'],
  ])('%j', (content, expected) => {
    expect(shown(content)).toBe(expected);
  });

  it('that nothing knows are named once a text', () => {
    shown('[my-form id="1"] [my-form id="2"] [row]x[/row] [sic]');
    expect([...new Set(notes)]).toEqual([
      'has the unknown shortcode [my-form]: it stays as written',
      'has the unknown shortcode [row]: its content stays',
    ]);
  });
});

describe('what the policy has no tag for', () => {
  it.each([
    [
      '<q>a</q> <kbd>b</kbd> <mark>c</mark> <font color="red" face="x">d</font>',
      '<p>“a” <code>b</code> c <span style="color: red">d</span></p>',
    ],
    [
      '<section><p align="center" style="margin:0;text-align:right">a</p></section>',
      '<div><p class="ql-align-center" style="text-align: right">a</p></div>',
    ],
    ['<table><caption>c</caption><tr><td>a</td></tr></table>', '<p>c</p><table><tr><td>a</td></tr></table>'],
    [
      '<picture><source srcset="/b.webp"><img src="//cdn.example/b.jpg" srcset="x" onerror="y"></picture>',
      `<p>${image('https://cdn.example/b.jpg')}</p>`,
    ],
    ['<img src="data:image/gif;base64,R0lGOD" data-src="/late.jpg">', `<p>${image('/late.jpg')}</p>`],
    ['<img src="data:image/svg+xml,x"><form><input></form><svg></svg>x', '<p>x</p>'],
    ['<object><embed src="http://www.youtube.com/v/abcDEF12345"></object>', player('abcDEF12345')],
    [
      '<p>a <iframe src="//maps.example/x"></iframe></p>',
      '<p>a <a href="https://maps.example/x">https://maps.example/x</a></p>',
    ],
    [
      '<a href="mailto:a@b.example">m</a> <a href="#x">n</a> <a href="data:x">o</a>',
      '<p><a href="mailto:a@b.example">m</a> <a href="#x">n</a> o</p>',
    ],
    ['<a href="/big.jpg"><img src="/small.jpg"></a>', `<p>${image('/small.jpg')}</p>`],
  ])('%j', (content, expected) => {
    expect(shown(content)).toBe(expected);
  });
});

it('a video is known by any address that people link it with', () => {
  const of = (address: string) => playerOf(address)?.replace('https://www.youtube', '');
  expect(of('https://m.youtube.com/watch?v=abc&list=x&t=90s')).toBe('.com/embed/abc?start=90');
  expect(of('https://www.youtube-nocookie.com/embed/abc?rel=0')).toBe('-nocookie.com/embed/abc');
  expect(of('https://youtube.com/shorts/a_b-c')).toBe('.com/embed/a_b-c');
  expect(of('https://www.youtube.com/playlist?list=PL1')).toBe('.com/embed/videoseries?list=PL1');
  expect(playerOf('https://player.vimeo.com/video/9?h=ab&title=0')).toBe(
    'https://player.vimeo.com/video/9?h=ab',
  );
  for (const other of [
    'https://youtube.com.evil.example/embed/abc',
    'https://www.youtube.com/redirect?q=x',
    'https://youtu.be/../x"',
    'javascript:x',
    'https://vimeo.com/channels/x',
  ])
    expect(playerOf(other), other).toBeUndefined();
});

it('what was made to stop a reader is read in a moment', () => {
  const many = (text: string, times = 50_000) => text.repeat(times);
  for (const text of [
    many('<!-- wp:'),
    many('[a]'),
    many('[a]') + many('[/a]'),
    many('[a b="'),
    many('<p>'),
    many('<br>'),
    `${many('<em>', 150)}${many('a\n\n', 5_000)}`,
    `[gallery ids="${many('1,')}"]`,
  ]) {
    const start = performance.now();
    shown(text);
    expect(performance.now() - start, text.slice(0, 12)).toBeLessThan(20_000);
  }
});

it('a line is cut at a word, and never within a letter', () => {
  expect(cutLine('one two three', 9)).toBe('one two…');
  expect(cutLine(`${'a'.repeat(7)}😀b`, 9)).toBe(`${'a'.repeat(7)}…`);
  expect(cutLine('short', 9)).toBe('short');
});

function image(address: string): string {
  return `<img src="${new URL(address, 'https://old.example/blog/')}">`;
}

function player(video: string): string {
  return `<iframe class="ql-video" src="https://www.youtube.com/embed/${video}" frameborder="0" allowfullscreen="true"></iframe>`;
}
