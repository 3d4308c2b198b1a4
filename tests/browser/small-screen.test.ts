import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { blogsScreen } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { loginForm } from './support/login.ts';
import { postPage } from './support/posts.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const phone = { width: 360, height: 740 };

const urdu = 'پشاور میں بننے والی فلموں اور سافٹ ویئر کی ایک لمبی کہانی جو کئی سطروں پر پھیلتی چلی جاتی ہے';
const unbroken = `${'Filmgesellschaftsgründungsversammlung'.repeat(6)}.mp4`;
const wide = `<pre>${'x'.repeat(300)}</pre><table><tr>${`<td>${'column '.repeat(3)}</td>`.repeat(20)}</tr></table>
  <p>${'unbroken'.repeat(40)}</p><p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" width="3000" alt=""></p>`;

test('the sidebar slides in, holds the focus, and goes by overlay, button, Escape or link', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site, phone);
  await page.goto('/admin/team');
  const opener = page.getByRole('button', { name: 'Open menu' });
  const drawer = page.getByRole('dialog', { name: 'Dashboard menu' });
  const inside = () => drawer.evaluate((dialog) => dialog.contains(document.activeElement));
  const openMenu = async () => {
    await opener.click();
    await drawer.waitFor();
    await expect.poll(() => leftEdge(page)).toBe(0);
    expect(await inside()).toBe(true);
  };
  const gone = async () => {
    await drawer.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  };
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  await expect.poll(() => drawer.isVisible()).toBe(false);

  await openMenu();
  const labels = await drawer.getByRole('navigation').getByRole('link').allTextContents();
  expect(labels).toEqual([
    ...['Jobs', 'Applicants', 'Portfolio', 'Team', 'Blogs', 'Messages', 'Redirects', 'Trash', 'Activity'],
  ]);
  await expect
    .poll(() => drawer.getByRole('link', { name: 'Team' }).getAttribute('aria-current'))
    .toBe('page');
  for (let step = 0; step < 16; step += 1) {
    await page.keyboard.press('Tab');
    // Past the last control the focus may rest on the browser itself, never on the page behind.
    expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.localName)).toMatch(
      /dialog|body/,
    );
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(false);
  }
  await page.keyboard.press('Escape');
  await gone();

  await openMenu();
  const dim = await drawer.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor);
  expect(dim).not.toBe('rgba(0, 0, 0, 0)');
  await page.mouse.click(350, 500);
  await gone();

  await openMenu();
  await drawer.getByRole('button', { name: 'Close menu' }).click();
  await gone();

  await openMenu();
  await drawer.getByRole('link', { name: 'Blogs' }).click();
  await blogsScreen(page).heading.waitFor();
  await drawer.waitFor({ state: 'hidden' });
  await openMenu();
  await drawer.getByRole('button', { name: 'Logout' }).click();
  await loginForm(page).form.waitFor();
  expectQuiet(watch);
  await close();
});

test('no page is wider than the phone, and the list of posts is of use there', async () => {
  site.stub.data.blogs = [
    stubPost(1, { blog_title: `${urdu} ${urdu}`, description: wide }),
    stubPost(2, { blog_title: unbroken, description: wide }),
    stubPost(3, { blog_title: urdu }),
    stubPost(4),
  ];
  const visitor = await openVisitor(browser.current, site.app, phone);
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('link', { name: unbroken }).waitFor();
  await expectFits(page, 'home');
  await page.goto('/publishing');
  await page.getByRole('link', { name: unbroken }).waitFor();
  await expectFits(page, 'publishing');
  for (const id of [1, 2]) {
    await page.goto(`/view-blog/${id}`);
    await postPage(page).title.waitFor();
    await expectFits(page, `post ${id}`);
  }
  await page.goto('/admin/login');
  await loginForm(page).form.waitFor();
  await expectFits(page, 'login');
  expectQuiet(visitor.watch);
  await visitor.close();

  const admin = await openAdmin(browser.current, site, phone);
  const screen = blogsScreen(admin.page);
  await admin.page.goto('/admin/blogs');
  const rows = ['Post 4', unbroken];
  for (const title of rows) {
    await screen.row(title).waitFor();
    for (const button of [screen.edit(title), screen.delete(title)]) await expectInReach(button);
  }
  for (const button of ['Edit', 'Delete']) {
    const all = admin.page.getByRole('button', { name: `${button} ${urdu}` });
    await expect.poll(() => all.count()).toBe(2);
    for (const each of await all.all()) await expectInReach(each);
  }
  await expectFits(admin.page, 'blogs');
  await screen.edit(urdu).click();
  await expect.poll(() => screen.editForm.title.inputValue()).toBe(urdu);
  await screen.editForm.cancel.click();
  await screen.add.click();
  await screen.addForm.text.waitFor();
  await screen.addForm.text.fill(unbroken);
  await expectFits(admin.page, 'add form');
  expect(await screen.addForm.dialog.evaluate(sidewaysInside)).toEqual([]);
  expect(await screen.addForm.dialog.evaluate(outOfReach)).toEqual([]);
  const submit = await screen.addForm.submit.boundingBox();
  expect((submit?.y ?? 999) + (submit?.height ?? 999)).toBeLessThanOrEqual(phone.height);
  expectQuiet(admin.watch);
  await admin.close();
});

/** Between the edges of the phone, and large enough for a finger. */
async function expectInReach(button: Locator): Promise<void> {
  const box = await button.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(phone.width);
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
}

/** Nothing reaches past the right or left edge, so that the page does not scroll sideways. */
async function expectFits(page: Page, name: string): Promise<void> {
  expect(await page.locator('html').evaluate(overflowOf), `${name} is too wide by`).toBe(0);
}

function overflowOf(element: Element): number {
  return element.scrollWidth - element.clientWidth;
}

/** What scrolls sideways inside of the element, by its class; the toolbar of the editor may. */
function sidewaysInside(element: Element): string[] {
  return [...element.querySelectorAll(':not([role=toolbar])')]
    .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX))
    .filter((each) => each.scrollWidth > each.clientWidth)
    .map((each) => `${each.localName}.${each.className}`);
}

/** Controls that cannot be brought between the edges of the screen. */
function outOfReach(element: Element): string[] {
  return [...element.querySelectorAll('button, input:not([hidden]), [role=textbox]')]
    .filter((control) => {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const { left, right } = control.getBoundingClientRect();
      return left < 0 || right > document.documentElement.clientWidth;
    })
    .map((control) => control.outerHTML.slice(0, 120));
}

function leftEdge(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('dialog[open]')?.getBoundingClientRect().x ?? -1);
}
