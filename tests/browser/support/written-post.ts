import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type BlogForm, pngFile } from './blogs.ts';
import { brokenImages, dayAndMonth, postPage } from './posts.ts';

/** Writes a heading, bold and coloured words, a list, a link, an image and a video, all with the toolbar. */
export async function writeText(page: Page, form: BlogForm): Promise<{ colour: string }> {
  await form.tool('Heading 2').click();
  await form.text.pressSequentially('Scene one');
  await form.text.press('Enter');
  await form.tool('Bold').click();
  await form.text.pressSequentially('All bold');
  await form.tool('Bold').click();
  await form.text.pressSequentially(' then ');
  await form.tool('Text colour').click();
  const red = form.dialog.getByRole('button', { name: 'Red', exact: true });
  const colour = await red.evaluate((swatch) => getComputedStyle(swatch).backgroundColor);
  await red.click();
  await form.text.pressSequentially('red');
  await form.tool('Text colour').click();
  await form.dialog.getByRole('button', { name: 'No colour' }).click();
  await form.text.press('Enter');
  await form.tool('Bullet list').click();
  await form.text.pressSequentially('first take');
  await form.text.press('Enter');
  await form.text.pressSequentially('second take');
  await form.text.press('Enter');
  await form.text.press('Enter');
  await form.text.pressSequentially('our site');
  await form.text.press('Shift+Home');
  await form.tool('Link').click();
  await form.dialog.getByLabel('Link address').fill('studio.example/film');
  await form.dialog.getByRole('button', { name: 'Set link' }).click();
  await form.text.press('Enter');
  const [picker] = await Promise.all([page.waitForEvent('filechooser'), form.tool('Insert image').click()]);
  await picker.setFiles(await pngFile('still.png', 120, 90));
  await form.dialog.getByLabel('Describe the image').fill('A brick wall');
  await form.dialog.getByRole('button', { name: 'Keep' }).click();
  await form.tool('Insert video').click();
  const popover = form.dialog.getByRole('group', { name: 'Insert a video' });
  await popover.getByRole('textbox').fill('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
  await popover.getByRole('button', { name: 'Insert video' }).click();
  return { colour };
}

/** Expects a reader to see the post that `writeText` wrote. */
export async function expectWrittenPost(
  page: Page,
  post: { title: string; colour: string; createdAt: string },
): Promise<void> {
  const { title: heading, article, date, cover } = postPage(page);
  await heading.filter({ hasText: post.title }).waitFor();
  await expect.poll(() => heading.textContent()).toBe(post.title);
  await expect.poll(() => date.textContent()).toBe(dayAndMonth(post.createdAt));
  await article.getByRole('heading', { name: 'Scene one', level: 2 }).waitFor();
  await expect.poll(() => article.locator('strong').allTextContents()).toEqual(['All bold']);
  const red = article.locator('span').filter({ hasText: /^red$/ });
  expect(await red.evaluate((span) => getComputedStyle(span).color)).toBe(post.colour);
  await expect
    .poll(() => article.getByRole('listitem').allTextContents())
    .toEqual(['first take', 'second take']);
  const link = article.getByRole('link', { name: 'our site' });
  await expect.poll(() => link.getAttribute('href')).toBe('https://studio.example/film');
  await article.getByRole('img', { name: 'A brick wall' }).waitFor();
  expect(await article.locator('iframe').count()).toBe(0);
  await expect
    .poll(() => article.getByRole('button', { name: /^Play the video/ }).getAttribute('href'))
    .toBe('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
  await expect.poll(() => article.locator('img').count()).toBe(2);
  expect(await brokenImages(page)).toEqual([]);
  expect(new URL((await cover.getAttribute('src')) ?? '', page.url()).origin).toBe(
    new URL(page.url()).origin,
  );
}
