// @module-tag deep/journey: what other programs put on the clipboard, in the editor of write-a-post
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { textColors } from '../../client/editor/toolbar/palette.ts';
import { blogsScreen, pngFile } from './support/blogs.ts';
import { imagesOf, lines, paste } from './support/editor.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin, type Visitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

let visitor: Visitor;
let form: ReturnType<typeof blogsScreen>['addForm'];

beforeAll(async () => {
  visitor = await openAdmin(browser.current, site);
  await visitor.page.goto('/admin/blogs');
  form = blogsScreen(visitor.page).addForm;
  await blogsScreen(visitor.page).add.click();
  await form.text.waitFor();
  await form.title.fill('a  page');
});

beforeEach(() => empty(visitor.page));

/** Removes all text, and the format of the first line. */
async function empty(page: Page): Promise<void> {
  await form.text.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await form.tool('Clear formatting').click();
  await expect.poll(() => lines(form.text)).toEqual(['<p><br></p>']);
}

const pasted: [program: string, file: string, lines: string[]][] = [
  [
    'Word',
    'word.html',
    [
      '<h2>Shooting plan</h2>',
      '<h2>1. Day one</h2>',
      '<p class="ql-align-justify"><strong>Call</strong> at the <em>old</em> gate, <span style="color: rgb(192, 0, 0);">in red</span>, see <a href="https://studio.example/plan" rel="noopener noreferrer" target="_blank">the plan</a>.</p>',
      '<li data-list="bullet">Cameras</li>',
      '<li data-list="bullet" class="ql-indent-1">Two bodies</li>',
      '<li data-list="bullet">Lights</li>',
      '<p>Then:</p>',
      '<li data-list="ordered">Pack</li>',
      '<p>Water, 10 km away; 20 m² of floor.</p>',
      '<p>کیمرہ تیار ہے۔</p>',
      table([
        ['col: Thing', 'col: Count'],
        ['Tripod', '3'],
        ['Crane', ''],
      ]),
      '<blockquote>“Light is all.”</blockquote>',
    ],
  ],
  [
    'Word on the web',
    'word-online.html',
    [
      '<p>Crew</p>',
      '<p>Who comes</p>',
      '<li data-list="bullet"><strong>Director</strong></li>',
      '<li data-list="bullet" class="ql-indent-1">Assistant</li>',
    ],
  ],
  [
    'Google Docs',
    'google-docs.html',
    [
      '<h3>Notes</h3>',
      '<p>A <strong>bold</strong><em> and slanted</em><span style="background-color: rgb(255, 255, 0);"> marked</span> word, H₂O, a <a href="https://studio.example/" rel="noopener noreferrer" target="_blank">link</a></p>',
      '<li data-list="bullet">One</li>',
      '<li data-list="bullet" class="ql-indent-1">One and a half</li>',
      '<li data-list="ordered">First</li>',
    ],
  ],
  [
    'a web page',
    'web-page.html',
    [
      '<p>Grey text with <strong>bold</strong>, <s>struck</s> and <span style="color: rgb(200, 30, 30);">red</span> words.</p>',
      '<p>One</p>',
      '<p>two bad link old link <a href="mailto:a@studio.example" rel="noopener noreferrer" target="_blank">mail</a></p>',
      '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="plain">if (a) {</div><div class="ql-code-block" data-language="plain">  b();</div><div class="ql-code-block" data-language="plain">}</div></div>',
      '<h2>Left</h2>',
      '<p>Words.</p>',
      '<p>Right.</p>',
      '<iframe class="ql-video" frameborder="0" allowfullscreen="true" src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ" title="Video" tabindex="-1" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"></iframe>',
      '<p>Kept words</p>',
    ],
  ],
  [
    'VS Code',
    'vscode.html',
    [
      '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="plain">if (open) {</div><div class="ql-code-block" data-language="plain">    close();</div><div class="ql-code-block" data-language="plain"><br></div><div class="ql-code-block" data-language="plain">}</div></div>',
    ],
  ],
  [
    'Gmail',
    'gmail.html',
    [
      '<p>Dear all,</p>',
      '<p>the <strong>plan</strong> is <a href="https://studio.example/plan" rel="noopener noreferrer" target="_blank">https://studio.example/plan</a>:</p>',
      '<p>first line</p>',
      '<p>second line</p>',
      '<p class="ql-indent-1">Indented</p>',
      '<li data-list="bullet">One</li>',
      '<li data-list="bullet" class="ql-indent-1">Inner</li>',
      '<p>wide</p>',
      '<blockquote>They wrote</blockquote>',
      '<blockquote>two lines</blockquote>',
    ],
  ],
  [
    'Outlook',
    'outlook.html',
    [
      '<p>Hello Jane,</p>',
      '<p class="ql-indent-1">indented</p>',
      '<p class="ql-indent-1">and broken</p>',
      '<p>See <a href="https://studio.example/a?b=1" rel="noopener noreferrer" target="_blank">the page</a>.</p>',
      table([
        ['Both', ''],
        ['Left', 'right: 1'],
        ['', 'two lines'],
      ]),
      '<p><br></p>',
    ],
  ],
  [
    'LibreOffice',
    'libreoffice.html',
    [
      '<h2>Plan</h2>',
      '<p>Some <strong>bold</strong> <em>it</em> <code>code</code> words</p>',
      '<p>second line</p>',
      '<p class="ql-indent-1">Indented</p>',
      '<li data-list="bullet">One</li>',
      '<li data-list="bullet" class="ql-indent-1">Inner</li>',
      '<li data-list="bullet">Two</li>',
      '<li data-list="ordered">First</li>',
      table([
        ['col: Role', 'col: Days'],
        ['Editor', 'right: 3'],
      ]),
      '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="plain">if (a) {</div><div class="ql-code-block" data-language="plain">  b();</div><div class="ql-code-block" data-language="plain">}</div></div>',
      '<p>end</p>',
    ],
  ],
  [
    'Google Sheets',
    'google-sheets.html',
    [
      table([
        ['<strong>Day</strong>', '<strong>Hours</strong>'],
        ['Monday', 'right: 12'],
      ]),
      '<p><br></p>',
    ],
  ],
  [
    'Pages',
    'pages.html',
    [
      '<p><strong>Bold</strong> and <em>slanted</em></p>',
      '<li data-list="bullet">One</li>',
      '<li data-list="bullet" class="ql-indent-1">Inner</li>',
      table([['A', 'B']]),
      '<p><br></p>',
    ],
  ],
];

/** A table as it is in the editor. A cell is its text, after "col: " in a heading and "right: " if it is aligned. */
function table(rows: string[][]): string {
  const cell = (text: string, row: number) => {
    const [, kind, words] = /^(?:(col|right): )?(.*)$/.exec(text) ?? [];
    const head = kind === 'col' ? ' data-head="col"' : '';
    const align = kind === 'right' ? ' class="ql-align-right"' : '';
    return `<td data-row="${row + 1}"${head}${align}>${words || '<br>'}</td>`;
  };
  const lines = rows.map((cells, row) => `<tr>${cells.map((text) => cell(text, row)).join('')}</tr>`);
  return `<table><tbody>${lines.join('')}</tbody></table>`;
}

test.each(pasted)(
  'what %s copies comes in as plain text with our marks',
  async (_program, file, expected) => {
    const html = await readFile(new URL(`support/pasted/${file}`, import.meta.url), 'utf8');
    // Word adds a picture of the text to the clipboard.
    await paste(form.text, { html, text: 'the same as text', files: [await pngFile('picture.png')] });
    expect(await lines(form.text)).toEqual(expected);
  },
);

test('markers of Word are numbers or dots, however deep; a colour that somebody chose stays, also a grey of ours', async () => {
  const item = (marker: string, level = 1) =>
    `<p style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${marker}\u00a0\u00a0 </span>item</p>`;
  const counted = ['1.', '12)', '(iv)', 'a.', '۲۔', '3'];
  const dots = ['·', 'o', '§', '–'];
  await paste(form.text, {
    html: [...counted, ...dots].map((marker) => item(marker)).join('') + item('1.', 99),
  });
  expect(await lines(form.text)).toEqual([
    ...counted.map(() => '<li data-list="ordered">item</li>'),
    ...dots.map(() => '<li data-list="bullet">item</li>'),
    '<li data-list="ordered" class="ql-indent-8">item</li>',
  ]);
  await empty(visitor.page);
  const [chosen, ofPage] = [
    ['red', 'rgb(192, 0, 0)', ...textColors.map(({ value }) => value)],
    ['rgb(68, 68, 68)', 'rgb(33, 37, 41)', 'rgba(255, 0, 0, 0)', 'windowtext', 'inherit', 'black'],
  ];
  const colored = (color: string) => `<p><span style="color:${color}">word</span></p>`;
  await paste(form.text, { html: [...chosen, ...ofPage].map(colored).join('') });
  const shown = await lines(form.text);
  expect(shown.slice(chosen.length)).toEqual(ofPage.map(() => '<p>word</p>'));
  for (const line of shown.slice(0, chosen.length)) expect(line).toContain('<span style="color: ');
});

test('what was left out of a page is told, and nothing of it ran', async () => {
  const html = await readFile(new URL('support/pasted/web-page.html', import.meta.url), 'utf8');
  await paste(form.text, { html });
  await form.alert.getByText(deskMessages['editor.droppedImage']).waitFor();
  await form.alert.getByText(deskMessages['editor.droppedVideo']).waitFor();
  expect(await visitor.page.evaluate(() => 'pasted' in window)).toBe(false);
});

test('an image that was copied from a page comes in as its file', async () => {
  const html = '<meta charset="utf-8"><img src="https://elsewhere.example/x.png" alt="x">';
  await paste(form.text, { html, files: [await pngFile('image.png', 30, 20)] });
  await form.text.locator('img').waitFor();
  expect(await imagesOf(form.text)).toMatchObject([{ width: 30, height: 20 }]);
  expect(await form.alert.count()).toBe(0);
});

test('the pixel by which a mail counts its readers is no image that anybody misses', async () => {
  await paste(form.text, {
    html: '<p>Dear all <img src="https://count.example/p.gif" width="1" height="1"></p>',
  });
  expect(await lines(form.text)).toEqual(['<p>Dear all</p>']);
  expect(await form.alert.count()).toBe(0);
});

test('text without marks comes in line by line', async () => {
  await paste(form.text, { text: 'One\r\n  two\r\n\r\n<b>three</b>' });
  expect(await lines(form.text)).toEqual([
    '<p>One</p>',
    '<p>  two</p>',
    '<p><br></p>',
    '<p>&lt;b&gt;three&lt;/b&gt;</p>',
  ]);
});

test('an address that is pasted onto words becomes their link; one with another scheme replaces them', async () => {
  await form.text.pressSequentially('our site');
  await visitor.page.keyboard.press('Control+a');
  await paste(form.text, { text: 'https://studio.example/a' });
  expect(await lines(form.text)).toEqual([
    '<p><a href="https://studio.example/a" rel="noopener noreferrer" target="_blank">our site</a></p>',
  ]);
  await visitor.page.keyboard.press('Control+a');
  await paste(form.text, { text: 'javascript:alert(1)' });
  expect((await lines(form.text)).join()).not.toContain('href="javascript');
  await expect.poll(() => form.text.textContent()).toBe('javascript:alert(1)');
});

test('text of this editor is pasted as it was copied: blank lines, videos, palette, code', async () => {
  const { page } = visitor;
  const written = [
    '<h2>Title</h2>',
    '<p>5 apples and <span style="background-color: rgb(221, 226, 234);">silver</span></p>',
    '<p><br></p>',
    '<iframe class="ql-video" frameborder="0" allowfullscreen="true" src="https://player.vimeo.com/video/76979871" title="Video" tabindex="-1" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"></iframe>',
    '<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="A dot"></p>',
    '<p>end</p>',
  ];
  await paste(form.text, { html: `<div data-rich-text="own">${written.join('')}</div>` });
  expect(await lines(form.text)).toEqual(written);
  await page.keyboard.press('Control+a');
  const copied = await form.text.evaluate((area) => {
    const clipboardData = new DataTransfer();
    area.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData }));
    return { html: clipboardData.getData('text/html'), text: clipboardData.getData('text/plain') };
  });
  await page.keyboard.press('Backspace');
  await paste(form.text, copied);
  expect((await lines(form.text)).slice(0, written.length)).toEqual(written);
});

test('none of it upset the page', () => expectQuiet(visitor.watch));
