// @module-tag deep/journey: images, limits, keys and a phone in the editor that write-a-post writes with
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits, MIB } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';
import { animation, noisyPng } from '../support/files.ts';
import { blogsScreen, fillPlainly, pngFile, toast } from './support/blogs.ts';
import { drop, imagesOf, lines, paste } from './support/editor.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin, openVisitor, type VisitorOptions } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';
import { expectWrittenPost, writeText } from './support/written-post.ts';

const browser = launchBrowser();
const site = stubbedSite();

/** Opens the form of a new post and waits for its editor. */
async function openForm(options: VisitorOptions = {}) {
  const visitor = await openAdmin(browser.current, site, options);
  await visitor.page.goto('/admin/blogs');
  const screen = blogsScreen(visitor.page);
  await screen.add.click();
  await screen.addForm.text.waitFor();
  return { ...visitor, screen, form: screen.addForm };
}

test('large images are made smaller where they come in, upright; small and moving ones stay; what is none is told', async () => {
  const { page, form, watch, close } = await openForm();
  const photo = await sharp({ create: { width: 3000, height: 2400, channels: 3, background: '#b5482a' } })
    .jpeg({ quality: 100 })
    // A photo by a camera that was held upright.
    .withMetadata({ orientation: 6 })
    .toBuffer();
  await paste(form.text, { files: [{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo }] });
  await form.text.locator('img').nth(0).waitFor();
  const [shrunk] = await imagesOf(form.text);
  expect(shrunk).toMatchObject({ width: 1600, height: 2000 });
  expect(shrunk?.src.startsWith('data:image/jpeg;base64,')).toBe(true);
  expect((shrunk?.src.length ?? 0) * 0.75).toBeLessThan(photo.length);

  const moving = await animation('gif', 2, 2100, 20);
  const small = (await pngFile('small.png')).buffer;
  const holes = await sharp({ create: { width: 2600, height: 40, channels: 4, background: '#b5482a40' } })
    .composite([{ input: await noisyPng(60, 40), left: 0, top: 0 }])
    .png()
    .toBuffer();
  await drop(form.text, {
    files: [
      { name: 'moving.gif', mimeType: 'image/gif', buffer: moving },
      { name: 'small.png', mimeType: 'image/png', buffer: small },
      { name: 'holes.png', mimeType: 'image/png', buffer: holes },
    ],
  });
  await form.text.locator('img').nth(3).waitFor();
  const images = await imagesOf(form.text);
  const inline = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`;
  expect(images.map(({ src }) => src)).toContain(inline('gif', moving));
  expect(images.map(({ src }) => src)).toContain(inline('png', small));
  const seeThrough = images.find(({ width, height }) => width === 2000 && height === 31);
  expect(seeThrough, 'the wide one').toBeDefined();
  const [, base64 = ''] = seeThrough?.src.split(',') ?? [];
  expect((await sharp(Buffer.from(base64, 'base64')).stats()).isOpaque).toBe(false);

  // Images inside pasted text are resized too, and the text around them stays.
  await form.text.fill('');
  const wide = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#1d3cc0' } })
    .jpeg({ quality: 100 })
    .toBuffer();
  const html = `<p>Before <img src="data:image/jpeg;base64,${wide.toString('base64')}" alt="Blue"> after</p><p>end</p>`;
  await paste(form.text, { html });
  await form.text.locator('img').waitFor();
  expect(await imagesOf(form.text)).toMatchObject([{ width: 2000, height: 1000 }]);
  await expect.poll(() => form.text.locator('p').first().textContent()).toBe('Before  after');
  await expect.poll(() => form.text.locator('img').getAttribute('alt')).toBe('Blue');

  // Refused files are listed by name, and a file dropped outside the text is inserted as well.
  await form.text.fill('');
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no image') };
  const pdf = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
  await drop(form.text, { files: [broken, pdf, await pngFile('good.png')] });
  await form.alert.getByText(messageText('upload.badImage', { field: 'broken.png' })).waitFor();
  await form.alert.getByText('plan.pdf: this file is not one of the accepted types').waitFor();
  await form.text.locator('img').nth(0).waitFor();
  await drop(form.dialog.getByRole('toolbar'), { files: [await pngFile('beside.png', 50, 40)] });
  await form.text.locator('img').nth(1).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/blogs');
  expectQuiet(watch);
  await close();
});

test('a form that is sent while images are read waits for them', async () => {
  const { page, form, watch, close } = await openForm();
  await fillPlainly(form, 'With a photo', 'Look: ');
  const photo = await noisyPng(2100, 40);
  // The browser does not decode the picture until the test allows it.
  await page.evaluate(() => {
    const decode = window.createImageBitmap.bind(window) as (...args: unknown[]) => Promise<ImageBitmap>;
    const go = Promise.withResolvers<void>();
    const held = async (...args: unknown[]) => {
      await go.promise;
      return decode(...args);
    };
    Object.assign(window, { createImageBitmap: held, letImagesGo: go.resolve });
  });
  await paste(form.text, { files: [{ name: 'photo.png', mimeType: 'image/png', buffer: photo }] });
  await form.dialog.getByRole('status').getByText('Adding 1 image…').waitFor();
  await form.text.pressSequentially('typed on');
  await form.submit.click();
  expect(site.stub.requestsTo(callPath(contract.saveBlog))).toEqual([]);
  await page.evaluate(() => (window as unknown as { letImagesGo: () => void }).letImagesGo());
  await form.alert.getByText('1 image in the text has no description.').waitFor();
  expect(site.stub.requestsTo(callPath(contract.saveBlog))).toEqual([]);
  await form.submit.click();
  await toast(page, 'Added successfully').waitFor();
  const [post] = site.stub.data.blogs.filter(({ blog_title }) => blog_title === 'With a photo');
  expect(post?.description).toMatch(
    /^<p>Look: typed on<\/p><figure data-width="text"><img src="data:image\/(webp|png);base64,[^"]+" alt=""><\/figure><p><br><\/p>$/,
  );
  expectQuiet(watch);
  await close();
});

test('each of three pictures is asked for; what is written into a pasted table stays one; all of it is undone and done again', async () => {
  const { page, form, watch, close } = await openForm();
  const { keyboard } = page;
  await fillPlainly(form, 'With a table', 'Before');
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
  const [picker] = await Promise.all([page.waitForEvent('filechooser'), form.tool('Insert image').click()]);
  await picker.setFiles([await pngFile('a.png'), await pngFile('b.png')]);
  const question = (place: string) => form.dialog.getByLabel(`${place}: Describe the image`);
  await question('1 of 2').waitFor();
  await keyboard.insertText('The first');
  await drop(form.text, { files: [await pngFile('c.png', 30, 90)] });
  // What was typed is not lost when one more picture comes.
  await expect.poll(() => question('1 of 3').inputValue()).toBe('The first');
  await question('1 of 3').press('Enter');
  await expect
    .poll(() => question('2 of 3').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await keyboard.press('Enter');
  await question('3 of 3').fill('The last');
  await keyboard.press('Enter');
  const written =
    /^<p>Before<\/p><table><tbody><tr><th scope="col">Who<\/th><th scope="col">Days<\/th><\/tr><tr><td>oneand more<\/td><td>2<\/td><\/tr><\/tbody><\/table>(<figure data-width="text"><img src="[^"]+" alt="[^"]*"><\/figure>){3}<p>After<\/p>$/;

  const step = async (name: 'Undo' | 'Redo') => {
    const isOver = async () => (await form.tool(name).getAttribute('aria-disabled')) === 'true';
    while (!(await isOver())) await form.tool(name).click();
  };
  await step('Undo');
  await expect.poll(() => lines(form.text)).toEqual(['<p><br></p>']);
  await step('Redo');
  await form.submit.click();
  await form.alert.getByText('1 image in the text has no description.').waitFor();
  await form.alert.getByRole('button', { name: 'Save anyway' }).click();
  await toast(page, 'Added successfully').waitFor();
  const [post] = site.stub.data.blogs.filter(({ blog_title }) => blog_title === 'With a table');
  expect(post?.description).toMatch(written);
  expect(post?.description.match(/alt="[^"]*"/g)?.sort()).toEqual([
    'alt=""',
    'alt="The first"',
    'alt="The last"',
  ]);
  expectQuiet(watch);
  await close();
});

test('words are counted, and the limit is shown before it bites', async () => {
  // Three posts whose inline image brings the text below, near and over the limit.
  const filled = (bytes: number) =>
    `<p>Three short words</p><p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA${'A'.repeat(bytes)}" alt=""></p>`;
  site.stub.data.blogs = [
    stubPost(1, { description: filled(0) }),
    stubPost(2, { description: filled(13 * MIB) }),
    stubPost(3, { description: filled(limits.richTextBytes) }),
  ];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { edit, editForm: form } = blogsScreen(page);
  await page.goto('/admin/blogs');
  const told: [post: string, size: string | undefined, fullness: string | null][] = [
    ['Post 1', undefined, null],
    ['Post 2', 'Text and images: 13 MB of 25 MB.', 'shown'],
    ['Post 3', 'Text and images: 25 MB. The limit is 25 MB. Please remove an image.', 'over'],
  ];
  for (const [post, size, fullness] of told) {
    await edit(post).click();
    await form.dialog.getByText('3 words · 1 min read').waitFor();
    if (size) {
      await form.dialog.getByText(size).first().waitFor();
      // Screen readers hear the same text.
      await form.dialog.getByRole('status').getByText(size).waitFor();
    } else expect(await form.dialog.getByText('Text and images').count()).toBe(0);
    const meter = form.dialog.locator('[data-fullness]');
    expect(fullness ? await meter.getAttribute('data-fullness') : await meter.count()).toBe(fullness ?? 0);
    if (fullness === 'over') break;
    await form.cancel.click();
    await form.dialog.waitFor({ state: 'hidden' });
  }

  // Over the limit typing still works; saving does not.
  await form.text.getByText('Three short words').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' and more');
  await form.dialog.getByText('5 words · 1 min read').waitFor();
  await form.submit.click();
  await expect.poll(() => form.text.getAttribute('aria-invalid')).toBe('true');
  expect(site.stub.requestsTo(callPath(contract.editBlog))).toEqual([]);
  expectQuiet(watch);
  await close();
});

test('the editor is loaded where it opens; every tool is reached by keys, and Escape leads back to the text', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site, { keepsRequests: true });
  const { heading, add, addForm: form } = blogsScreen(page);
  const scripts = () =>
    watch.requests
      .map((request) => new URL(request.url()).pathname)
      .filter((path) => /EditorSurface/.test(path));
  await page.goto('/admin/blogs');
  await heading.waitFor();
  await page.waitForLoadState('networkidle');
  expect(scripts()).toEqual([]);
  await add.click();
  await form.text.waitFor();
  expect(scripts().some((path) => path.endsWith('.js'))).toBe(true);

  const keys = page.keyboard;
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await form.text.click();
  await keys.type('one');
  await keys.press('Alt+F10');
  await expect.poll(focused).toBe('Heading 1');
  const reached: unknown[] = [];
  const tools = await form.dialog.getByRole('toolbar').getByRole('button').count();
  for (let step = 0; step < tools; step += 1) {
    reached.push(await focused());
    await keys.press('ArrowRight');
  }
  expect(new Set(reached).size).toBe(23);
  expect(await focused()).toBe('Heading 1');
  await keys.press('Escape');
  await expect.poll(() => form.text.evaluate((area) => area === document.activeElement)).toBe(true);
  await expect.poll(() => form.dialog.isVisible()).toBe(true);
  await keys.type(' two');
  await expect.poll(() => form.tool('Bold').getAttribute('title')).toMatch(/^Bold \((Ctrl\+|⌘)B\)$/);
  await expect.poll(() => form.tool('Bold').getAttribute('aria-keyshortcuts')).toMatch(/^(Control|Meta)\+B$/);
  await keys.press('Control+Shift+Digit8');
  expect(await lines(form.text)).toEqual(['<li data-list="bullet">one two</li>']);
  await keys.press('Control+Shift+Digit7');
  expect(await lines(form.text)).toEqual(['<li data-list="ordered">one two</li>']);
  await keys.press('Control+Shift+Digit7');
  expect(await lines(form.text)).toEqual(['<p>one two</p>']);
  const described = await form.text.getAttribute('aria-describedby');
  await expect.poll(() => page.locator(`[id="${described}"]`).textContent()).toContain('Alt+F10');

  // Links allow only the four schemes, typed or pasted.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+k');
  const address = form.dialog.getByLabel('Link address');
  for (const bad of ['javascript:alert(1)', 'ftp://a.example', 'sms:1', 'data:text/html,x']) {
    await address.fill(bad);
    await page.keyboard.press('Enter');
    await form.alert.getByText(deskMessages['editor.badLink']).waitFor();
  }
  for (const good of ['https://a.example', 'http://a.example', 'mailto:a@a.example', 'tel:+92910000000']) {
    await address.fill(good);
    await page.keyboard.press('Enter');
    await expect.poll(() => form.text.locator('a').getAttribute('href')).toBe(good);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
  }
  await page.keyboard.press('Escape');
  const html =
    '<p><a href="java\tscript:alert(1)">one</a> <a href="vbscript:x">two</a> <a href="//a.example">three</a></p>';
  await page.keyboard.press('Control+a');
  await paste(form.text, { html });
  expect(await form.text.locator('a').count()).toBe(0);
  await expect.poll(() => form.text.textContent()).toBe('one two three');
  expectQuiet(watch);
  await close();
});

test('on a phone the toolbar keeps all tools within reach, stays in sight, and the page does not move', async () => {
  const { form, watch, close } = await openForm({ width: 360 });
  await form.text.click();
  await paste(form.text, { html: `${`<p>${'word '.repeat(40)}</p>`.repeat(30)}<p>${'x'.repeat(300)}</p>` });
  await form.text.press('Control+End');
  await form.text.pressSequentially('the end');
  const seen = await form.dialog.getByRole('toolbar').evaluate((bar) => {
    const { top, bottom, left, right } = bar.getBoundingClientRect();
    const last = [...bar.querySelectorAll('button')].at(-1);
    last?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    const box = last?.getBoundingClientRect();
    return {
      inSight:
        top >= 0 && bottom <= innerHeight && left >= 0 && right <= document.documentElement.clientWidth,
      lastInSight: box !== undefined && box.right <= right + 1 && box.left >= left,
      target: Math.min(box?.width ?? 0, box?.height ?? 0),
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });
  expect(seen).toMatchObject({ inSight: true, lastInSight: true });
  expect(seen.target).toBeGreaterThanOrEqual(44);
  expect(seen.sideways).toBeLessThanOrEqual(0);
  expectQuiet(watch);
  await close();
});

test('on a phone a post is written with every tool, and read', async () => {
  const title = 'A film in few frames';
  const { page, form, screen, watch, close } = await openForm({ width: 390 });
  const { colour } = await writeText(page, form);
  await form.cover.setInputFiles(await pngFile('cover.png', 300, 200));
  await form.title.fill(title);
  await form.active.fill('1');
  await form.submit.click();
  await toast(page, 'Added successfully').waitFor();
  await form.dialog.waitFor({ state: 'hidden' });
  await screen.row(title).waitFor();
  expectQuiet(watch);
  await close();

  const [post] = site.stub.data.blogs;
  const reader = await openVisitor(browser.current, site.app, { width: 390 });
  await reader.page.goto(`/view-blog/${post?.id}`);
  await expectWrittenPost(reader.page, { title, colour, createdAt: post?.created_at ?? '' });
  expect(reader.videos, 'the video waits for a press').toEqual([]);
  expectQuiet(reader.watch);
  await reader.close();
});
