// @module-tag deep/journey: the drawer of the menu, and posts with names that are hard on a layout, on a phone
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { blogsScreen } from './support/blogs.ts';
import { expectFits } from './support/fits.ts';
import { hasFocus } from './support/focus.ts';
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
    expect(await hasFocus(opener)).toBe(true);
  };
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  await expect.poll(() => drawer.isVisible()).toBe(false);

  await openMenu();
  const labels = await drawer.getByRole('navigation').getByRole('link').allTextContents();
  expect(labels).toEqual([
    ...[
      'Jobs',
      'Applicants',
      'Portfolio',
      'Team',
      'Blogs',
      'Messages',
      'Site',
      'Redirects',
      'Trash',
      'Activity',
    ],
  ]);
  await expect
    .poll(() => drawer.getByRole('link', { name: 'Team' }).getAttribute('aria-current'))
    .toBe('page');
  for (let step = 0; step < 16; step += 1) {
    await page.keyboard.press('Tab');
    // After the last control the focus may move to the browser itself, never to the page behind the dialog.
    expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.localName)).toMatch(
      /dialog|body/,
    );
    expect(await hasFocus(opener)).toBe(false);
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

test('no page is wider than the phone, and the buttons of a long form are in sight', async () => {
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

  // The buttons of a long form are at the bottom of the window.
  const admin = await openAdmin(browser.current, site, phone);
  const { addForm } = blogsScreen(admin.page);
  await admin.page.goto('/admin/blogs?form=new');
  await addForm.text.waitFor();
  await addForm.text.fill(unbroken);
  await expectFits(admin.page, 'add form');
  const submit = await addForm.submit.boundingBox();
  expect((submit?.y ?? 999) + (submit?.height ?? 999)).toBeLessThanOrEqual(phone.height);
  expectQuiet(admin.watch);
  await admin.close();
});

function leftEdge(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('dialog[open]')?.getBoundingClientRect().x ?? -1);
}
