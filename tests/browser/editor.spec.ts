import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { deskMessages } from '#shared/desk-messages.ts';
import { messageText } from '#shared/messages.ts';
import { animation, noisyPng } from '../support/files.ts';
import { expect, test } from './fixtures.ts';
import { blogsScreen, fillPlainly, pngFile, toast } from './support/blogs.ts';
import { drop, imagesOf, lines, paste } from './support/editor.ts';
import { named } from './support/names.ts';

/** Opens the form of a new post. */
async function openForm(page: Page) {
  const { add, addForm: form } = blogsScreen(page);
  await page.goto('/admin/blogs');
  await add.click();
  await expect(form.text).toBeVisible();
  return {
    ...form,
    /** Removes all text, and the format of the first line. */
    empty: async () => {
      await form.text.fill('');
      await form.tool('Clear formatting').click();
      await expect.poll(() => lines(form.text)).toEqual(['<p><br></p>']);
    },
  };
}

const square = (width: number, height: number, background = '#b5482a') =>
  sharp({ create: { width, height, channels: 3, background } });
const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: `image/${name.split('.')[1]}`, buffer });

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
function table(rows: string[][]) {
  const cell = (text: string, row: number) => {
    const [, kind, words] = /^(?:(col|right): )?(.*)$/.exec(text) ?? [];
    const head = kind === 'col' ? ' data-head="col"' : '';
    const align = kind === 'right' ? ' class="ql-align-right"' : '';
    return `<td data-row="${row + 1}"${head}${align}>${words || '<br>'}</td>`;
  };
  const lines = rows.map((cells, row) => `<tr>${cells.map((text) => cell(text, row)).join('')}</tr>`);
  return `<table><tbody>${lines.join('')}</tbody></table>`;
}

test('what other programs put on the clipboard comes in as plain text with our marks', async ({
  admin: page,
}) => {
  const { text, title, alert, empty } = await openForm(page);
  // A page whose heading is the title of the post leaves it out.
  await title.fill('a  page');
  for (const [program, file, expected] of pasted) {
    const html = await readFile(new URL(`support/pasted/${file}`, import.meta.url), 'utf8');
    // Word adds a picture of the text to the clipboard.
    await paste(text, { html, text: 'the same as text', files: [await pngFile('picture.png')] });
    expect(await lines(text), program).toEqual(expected);
    if (file === 'web-page.html') {
      await expect(alert).toContainText(deskMessages['editor.droppedImage']);
      await expect(alert).toContainText(deskMessages['editor.droppedVideo']);
      expect(await page.evaluate(() => 'pasted' in window), 'nothing of it ran').toBe(false);
    }
    await empty();
  }
});

test('signs at the start of a line become its format; a link of a video alone on its line the video', async ({
  admin: page,
}) => {
  const { text } = await openForm(page);
  await text.pressSequentially('## Scene');
  await text.press('Enter');
  await text.pressSequentially('> Said');
  await text.press('Enter');
  await text.press('Enter');
  await text.pressSequentially('- One');
  await text.press('Enter');
  await text.press('Enter');
  await text.pressSequentially('a # b ');
  await text.press('Enter');
  await paste(text, { text: 'https://youtu.be/aqz-KE-bpKQ' });
  const found = await lines(text);
  expect(found.map((line) => line.replace(/ (frameborder|data-row).*$/s, ''))).toEqual([
    '<h2>Scene</h2>',
    '<blockquote>Said</blockquote>',
    '<li data-list="bullet">One</li>',
    '<p>a # b </p>',
    '<iframe class="ql-video"',
    '<p><br></p>',
  ]);
  expect(found[4]).toContain('src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"');
  // In a line of words it stays a link.
  await text.pressSequentially('See ');
  await paste(text, { text: 'https://youtu.be/aqz-KE-bpKQ' });
  await expect(text.locator('iframe')).toHaveCount(1);
  await expect(text.locator('p').last()).toHaveText('See https://youtu.be/aqz-KE-bpKQ');
});

test('plain text keeps its lines, addresses become links, and no other scheme; an image of a page comes as its file', {
  tag: '@deep',
}, async ({ admin: page }) => {
  const { text, alert, empty } = await openForm(page);
  await paste(text, { text: 'One\r\n  two\r\n\r\n<b>three</b>' });
  expect(await lines(text)).toEqual([
    '<p>One</p>',
    '<p>  two</p>',
    '<p><br></p>',
    '<p>&lt;b&gt;three&lt;/b&gt;</p>',
  ]);
  await empty();
  await text.pressSequentially('our site');
  await page.keyboard.press('Control+a');
  await paste(text, { text: 'https://studio.example/a' });
  await expect(named(text, 'link', 'our site')).toHaveAttribute('href', 'https://studio.example/a');
  await page.keyboard.press('Control+a');
  await paste(text, { text: 'javascript:alert(1)' });
  await expect(text).toHaveText('javascript:alert(1)');
  await page.keyboard.press('Control+a');
  await paste(text, {
    html: '<p><a href="java\tscript:alert(1)">one</a> <a href="vbscript:x">two</a> <a href="//a.example">three</a></p>',
  });
  await expect(text).toHaveText('one two three');
  await expect(text.locator('a')).toHaveCount(0);

  // The pixel by which a mail counts its readers is no image that anybody misses; an image of a page comes as its file.
  await empty();
  await paste(text, { html: '<p>Dear all <img src="https://count.example/p.gif" width="1" height="1"></p>' });
  expect(await lines(text)).toEqual(['<p>Dear all</p>']);
  await paste(text, {
    html: '<meta charset="utf-8"><img src="https://elsewhere.example/x.png" alt="x">',
    files: [await pngFile('image.png', 30, 20)],
  });
  await expect(text.locator('img')).toHaveCount(1);
  expect(await imagesOf(text)).toMatchObject([{ width: 30, height: 20 }]);
  await expect(alert).toHaveCount(0);
});

test('large images are made smaller where they come in, upright; small and moving ones stay; what is none is told', {
  tag: '@deep',
}, async ({ admin: page }) => {
  const { text, dialog, alert } = await openForm(page);
  // A photo by a camera that was held upright.
  const photo = await square(3000, 2400).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer();
  await paste(text, { files: [fileOf('photo.jpeg', photo)] });
  await expect(text.locator('img')).toHaveCount(1);
  const [shrunk] = await imagesOf(text);
  expect(shrunk).toMatchObject({
    width: 1600,
    height: 2000,
    src: expect.stringContaining('data:image/jpeg'),
  });
  expect((shrunk?.src.length ?? 0) * 0.75).toBeLessThan(photo.length);

  const moving = await animation('gif', 2, 2100, 20);
  const small = await pngFile('small.png');
  const holes = await sharp({ create: { width: 2600, height: 40, channels: 4, background: '#b5482a40' } })
    .composite([{ input: await noisyPng(60, 40), left: 0, top: 0 }])
    .png()
    .toBuffer();
  await drop(text, { files: [fileOf('moving.gif', moving), small, fileOf('holes.png', holes)] });
  await expect(text.locator('img')).toHaveCount(4);
  const images = await imagesOf(text);
  const sources = images.map(({ src }) => src);
  expect(sources).toContain(`data:image/gif;base64,${moving.toString('base64')}`);
  expect(sources).toContain(`data:image/png;base64,${small.buffer.toString('base64')}`);
  const seeThrough = images.find(({ width, height }) => width === 2000 && height === 31);
  const [, base64 = ''] = seeThrough?.src.split(',') ?? [];
  expect((await sharp(Buffer.from(base64, 'base64')).stats()).isOpaque).toBe(false);

  // Refused files are listed by name, and a file dropped outside the text is inserted as well.
  await text.fill('');
  const broken = fileOf('broken.png', Buffer.from('no image'));
  const pdf = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
  await drop(text, { files: [broken, pdf, await pngFile('good.png')] });
  await expect(alert).toContainText(messageText('upload.badImage', { field: 'broken.png' }));
  await expect(alert).toContainText('plan.pdf: this file is not one of the accepted types');
  await expect(text.locator('img')).toHaveCount(1);
  await drop(dialog.getByRole('toolbar'), { files: [await pngFile('beside.png', 50, 40)] });
  await expect(text.locator('img')).toHaveCount(2);
});

test('a form that is sent while images are read waits for them', async ({ admin: page, site }) => {
  const form = await openForm(page);
  await fillPlainly(blogsScreen(page).addForm, 'With a photo', 'Look: ');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/saveBlog')) sent.push(request.url());
  });
  // The browser does not decode the picture until the test allows it.
  await page.evaluate(() => {
    const decode = window.createImageBitmap.bind(window) as (...args: unknown[]) => Promise<ImageBitmap>;
    const go = Promise.withResolvers<void>();
    const held = (...args: unknown[]) => go.promise.then(() => decode(...args));
    Object.assign(window, { createImageBitmap: held, letImagesGo: go.resolve });
  });
  await paste(form.text, { files: [fileOf('photo.png', await noisyPng(2100, 40))] });
  await expect(form.dialog.getByRole('status').getByText('Adding 1 image…')).toBeVisible();
  await form.text.pressSequentially('typed on');
  await form.submit.click();
  expect(sent).toEqual([]);
  await page.evaluate(() => (window as unknown as { letImagesGo: () => void }).letImagesGo());
  await expect(form.alert).toContainText('1 image in the text has no description.');
  expect(sent).toEqual([]);
  await form.submit.click();
  await expect(toast(page, 'Added successfully')).toBeVisible();
  const { body } = await site.admin.call('searchBlogs', { search: 'With a photo' });
  const post = await site.admin.call('singlePost', body.data.data[0].id);
  expect(post.body.data.description.replace(/ src="[^"]+"| loading.+async"/g, '')).toBe(
    '<p>Look: typed on</p><figure data-width="text"><img alt="" /></figure><p><br /></p>',
  );
});

test('each of three pictures is asked for; what is written into a pasted table stays one; all of it is undone and done again', {
  tag: '@deep',
}, async ({ admin: page }) => {
  const form = await openForm(page);
  const { keyboard } = page;
  await form.text.click();
  await keyboard.type('Before');
  await keyboard.press('Enter');
  await paste(form.text, {
    html: '<table><tr><th>Who</th><th>Days</th></tr><tr><td>one</td><td>2</td></tr></table>',
  });
  await keyboard.insertText('After');
  await form.text.getByText('one').click();
  await keyboard.press('End');
  // A cell is one line of words.
  await form.tool('Heading 2').click();
  await form.tool('Bullet list').click();
  await paste(form.text, { html: '<p>and</p><p>more</p>' });
  const picking = page.waitForEvent('filechooser');
  await form.tool('Insert image').click();
  await named(form.dialog, 'button', 'From this device').click();
  await (await picking).setFiles([await pngFile('a.png'), await pngFile('b.png')]);
  const question = (place: string) => form.dialog.getByLabel(`${place}: Describe the image`);
  await expect(question('1 of 2')).toBeFocused();
  await keyboard.insertText('The first');
  // Not onto the text, whose middle may be out of sight by now.
  await drop(form.dialog.getByRole('toolbar'), { files: [await pngFile('c.png', 30, 90)] });
  // What was typed is not lost when one more picture comes.
  await expect(question('1 of 3')).toHaveValue('The first');
  await question('1 of 3').press('Enter');
  await expect(question('2 of 3')).toBeFocused();
  await keyboard.press('Enter');
  await question('3 of 3').fill('The last');
  await keyboard.press('Enter');
  const step = async (name: 'Undo' | 'Redo') => {
    while ((await form.tool(name).getAttribute('aria-disabled')) !== 'true') await form.tool(name).click();
  };
  const cells = form.text.locator('td, th');
  await expect(cells).toHaveText(['Who', 'Days', 'oneand more', '2']);
  await step('Undo');
  await expect.poll(() => lines(form.text)).toEqual(['<p><br></p>']);
  await step('Redo');
  await expect(cells).toHaveText(['Who', 'Days', 'oneand more', '2']);
  const texts = await form.text
    .locator('img')
    .evaluateAll((all) => all.map((each) => each.getAttribute('alt')));
  expect(texts.toSorted()).toEqual(['', 'The first', 'The last']);

  // Of a text that begins with a table no cell is left when all of it is deleted.
  const clear = async () => {
    await form.text.press('Control+a');
    await keyboard.press('Delete');
    await expect.poll(() => lines(form.text)).toEqual(['<p><br></p>']);
  };
  await clear();
  await paste(form.text, { html: '<table><tr><td>Who</td><td>Days</td></tr></table>' });
  await expect(cells).toHaveText(['Who', 'Days']);
  await clear();
  await keyboard.type('plain');
  expect(await lines(form.text)).toEqual(['<p>plain</p>']);
});

test('the editor is loaded where it opens; every tool is reached by keys, and Escape leads back to the text', async ({
  admin: page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/EditorSurface.*\.js/.test(request.url())) scripts.push(request.url());
  });
  await page.goto('/admin/blogs');
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
  const form = await openForm(page);
  expect(scripts).not.toEqual([]);
  const keys = page.keyboard;
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await form.text.click();
  await keys.type('one');
  await keys.press('Alt+F10');
  await expect.poll(focused).toBe('Heading 1');
  const tools = await form.dialog.getByRole('toolbar').getByRole('button').count();
  const reached = new Set<unknown>();
  for (let step = 0; step < tools; step += 1) {
    reached.add(await focused());
    await keys.press('ArrowRight');
  }
  expect(reached.size).toBe(23);
  expect(await focused()).toBe('Heading 1');
  await keys.press('Escape');
  await expect(form.text).toBeFocused();
  await expect(form.dialog).toBeVisible();
  await keys.type(' two');
  await expect(form.tool('Bold')).toHaveAttribute('title', /^Bold \((Ctrl\+|⌘)B\)$/);
  for (const [key, line] of [
    ['8', '<li data-list="bullet">one two</li>'],
    ['7', '<li data-list="ordered">one two</li>'],
    ['7', '<p>one two</p>'],
  ]) {
    await keys.press(`Control+Shift+Digit${key}`);
    expect(await lines(form.text)).toEqual([line]);
  }
  await expect(form.text).toHaveAccessibleDescription(/Alt\+F10/);
  await keys.press('Control+a');
  for (const [tool, line] of [
    ['Italic', '<p><em>one two</em></p>'],
    ['Underline', '<p><u>one two</u></p>'],
    ['Strikethrough', '<p><s>one two</s></p>'],
    ['Heading 1', '<h1>one two</h1>'],
    ['Heading 3', '<h3>one two</h3>'],
    ['Quote', '<blockquote>one two</blockquote>'],
    ['Numbered list', '<li data-list="ordered">one two</li>'],
    ['Align centre', '<p class="ql-align-center">one two</p>'],
    ['Align right', '<p class="ql-align-right">one two</p>'],
    ['Justify', '<p class="ql-align-justify">one two</p>'],
  ] as const) {
    await form.tool(tool).click();
    expect(await lines(form.text)).toEqual([line]);
    await expect(form.tool(tool)).toHaveAttribute('aria-pressed', 'true');
    await form.tool('Clear formatting').click();
  }
  expect(await lines(form.text)).toEqual(['<p>one two</p>']);

  // A link has one of four schemes.
  const address = form.dialog.getByLabel('Link address');
  const openLink = async () => {
    await keys.press('Control+a');
    await keys.press('Control+k');
  };
  await openLink();
  for (const bad of ['javascript:alert(1)', 'ftp://a.example', 'data:text/html,x']) {
    await address.fill(bad);
    await keys.press('Enter');
    await expect(form.alert).toContainText(deskMessages['editor.badLink']);
  }
  for (const good of ['https://a.example', 'mailto:a@a.example', 'tel:+92910000000']) {
    await address.fill(good);
    await keys.press('Enter');
    await expect(form.text.locator('a')).toHaveAttribute('href', good);
    await openLink();
  }
  await keys.press('Escape');

  // A key that moves the cursor leaves a selected picture, so that what is typed next does not replace it.
  await form.empty();
  const wall = (await square(200, 100).png().toBuffer()).toString('base64');
  await paste(form.text, {
    html: `<p>one</p><figure><img src="data:image/png;base64,${wall}" alt="Red"><figcaption>A wall</figcaption></figure><p>two</p>`,
  });
  for (const [key, words] of [
    ['Control+Home', 'Top oneA walltwo'],
    ['End', 'Top oneA wallTop two'],
  ] as const) {
    await named(form.text, 'img', 'Red').click();
    await expect(named(form.dialog, 'group', 'Picture')).toBeVisible();
    await keys.press(key);
    await keys.type('Top ');
    await expect(form.text).toHaveText(words);
  }
});

test('on a phone the toolbar stays in sight with all tools within reach', async ({ open, site }) => {
  const page = await open(site, { as: 'owner', width: 360 });
  const { text, dialog } = await openForm(page);
  await text.click();
  await paste(text, { html: `${`<p>${'word '.repeat(40)}</p>`.repeat(30)}<p>${'x'.repeat(300)}</p>` });
  await text.press('Control+End');
  await text.pressSequentially('the end');
  const bar = dialog.getByRole('toolbar');
  await expect(bar).toBeInViewport({ ratio: 1 });
  const last = bar.getByRole('button').last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 0.9 });
  const box = await last.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
});
