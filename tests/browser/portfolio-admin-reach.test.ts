import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { pngFile, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { leaveDialog } from './support/leaving.ts';
import { lift } from './support/lift.ts';
import { unbroken, urdu } from './support/long-names.ts';
import { portfolioScreen, projectsScreen, stubCategory, stubProject } from './support/portfolio-admin.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const phone = { width: 360, height: 740 };

test('by keyboard alone: the menu of a category, an order by the handle and by the buttons, and an undo', async () => {
  site.stub.data.categories = [stubCategory(1)];
  site.stub.data.projects = [stubProject(11), stubProject(12), stubProject(13)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const keys = page.keyboard;
  const screen = portfolioScreen(page);
  const { list, edit, editProject, delete: remove } = projectsScreen(page);
  const titles = () => list.getByText(/^Project \d+$/).allTextContents();
  const saved = () => page.waitForResponse(`**${callPath(contract.reorderProjects)}`);
  await page.goto('/admin/portfolio');
  await screen.more('Category 1').focus();
  await keys.press('Enter');
  await expectFocus(screen.item('View on the site'));
  await keys.press('ArrowDown');
  await expectFocus(screen.item('History'));
  await keys.press('ArrowDown');
  await expectFocus(screen.item('Delete'));
  await keys.press('Escape');
  await expectFocus(screen.more('Category 1'));
  await keys.press('Shift+Tab');
  await expectFocus(screen.view('Category 1'));
  await keys.press('Enter');
  await list.waitFor();

  // Space lifts, arrows move, Space drops.
  const handle = page.getByRole('button', { name: 'Reorder Project 11', exact: true });
  await lift(page, handle, 'Project 11 lifted, over place 1 of 3.');
  await keys.press('ArrowDown');
  await page.getByText('Project 11 lifted, over place 2 of 3.').waitFor({ state: 'attached' });
  await Promise.all([saved(), keys.press('Space')]);
  await expect.poll(titles).toEqual(['Project 12', 'Project 11', 'Project 13']);
  await expectFocus(handle);
  // Escape puts it back.
  await lift(page, handle, 'Project 11 lifted, over place 2 of 3.');
  await keys.press('ArrowDown');
  await keys.press('Escape');
  await page.getByText('Project 11 is back in its place.').waitFor({ state: 'attached' });
  expect(await titles()).toEqual(['Project 12', 'Project 11', 'Project 13']);

  // The button of the moved row keeps the focus.
  const down = page.getByRole('button', { name: 'Move Project 11 down', exact: true });
  await keys.press('Tab');
  await keys.press('Tab');
  await expectFocus(down);
  await Promise.all([saved(), keys.press('Enter')]);
  await expect.poll(titles).toEqual(['Project 12', 'Project 13', 'Project 11']);
  await expectFocus(down);
  expect(site.stub.data.projects.map(({ id, v_order }) => [id, v_order])).toEqual([
    [11, 3],
    [12, 1],
    [13, 2],
  ]);

  await edit('Project 13').focus();
  await keys.press('Enter');
  await editProject.text.waitFor();
  expect(await editProject.dialog.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await keys.press('Escape');
  await expectFocus(edit('Project 13'));
  await keys.press('Tab');
  await expectFocus(remove('Project 13'));
  await keys.press('Enter');
  await toast(page, 'Project deleted successfully').waitFor();
  await expect.poll(titles).toEqual(['Project 12', 'Project 11']);
  await expectFocus(page.getByRole('region', { name: 'Projects and their order' }));
  await keys.press('Control+z');
  await expect.poll(titles).toEqual(['Project 12', 'Project 13', 'Project 11']);
  expectQuiet(watch);
  await close();
});

test('a phone shows everything, long and Urdu titles too, and nothing scrolls sideways', async () => {
  site.stub.data.categories = [stubCategory(1, { title: unbroken }), stubCategory(2, { title: urdu })];
  site.stub.data.projects = [
    stubProject(11, { title: unbroken, project_url: `https://${'long.'.repeat(30)}example` }),
    stubProject(12, { title: urdu }),
  ];
  const { page, watch, close } = await openAdmin(browser.current, site, phone);
  const screen = portfolioScreen(page);
  const projects = projectsScreen(page);
  await page.goto('/admin/portfolio');
  await screen.row(urdu).waitFor();
  for (const title of [unbroken, urdu]) {
    for (const control of [screen.edit(title), screen.view(title), screen.more(title)])
      await expectInReach(page, control);
  }
  await expectFits(page, 'categories');
  await screen.category.click();
  await screen.addCategory.logos.setInputFiles([await pngFile(`${'long-'.repeat(20)}.png`)]);
  await screen.addCategory.removeFile(`${'long-'.repeat(20)}.png`).waitFor();
  await expectFits(page, 'add category');
  await leave(page);
  await screen.view(unbroken).click();
  await projects.row(urdu).waitFor();
  await expectFits(page, 'projects');
  for (const title of [unbroken, urdu]) {
    for (const control of [
      projects.edit(title),
      projects.delete(title),
      page.getByRole('button', { name: `Move ${title} down`, exact: true }),
      page.getByRole('button', { name: `Reorder ${title}`, exact: true }),
    ])
      await expectInReach(page, control);
  }
  await projects.edit(urdu).click();
  await projects.editProject.text.waitFor();
  await expectFits(page, 'edit project');
  expect(await projects.editProject.title.evaluate((field) => getComputedStyle(field).direction)).toBe('rtl');
  expectQuiet(watch);
  await close();
});

test('many: five page numbers around the current one; every project of a category in one list', async () => {
  site.stub.data.categories = Array.from({ length: 95 }, (_, at) => stubCategory(at + 1));
  site.stub.data.projects = Array.from({ length: 500 }, (_, at) => stubProject(at + 11));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = portfolioScreen(page);
  const { rows, addProject, project } = projectsScreen(page);
  const numbers = () => screen.pages.getByRole('listitem').allTextContents();
  await page.goto('/admin/portfolio');
  await screen.row('Category 10').waitFor();
  expect(await numbers()).toEqual(['1', '2', '3', '4', '5']);
  await screen.pages.getByRole('button', { name: 'Page 5' }).click();
  await screen.row('Category 41').waitFor();
  expect(await numbers()).toEqual(['3', '4', '5', '6', '7']);
  await expect.poll(() => new URL(page.url()).search).toBe('?page=5');
  await page.goto('/admin/portfolio?page=99');
  // Beyond the end: the last page there is.
  await screen.row('Category 95').waitFor();
  expect(await numbers()).toEqual(['6', '7', '8', '9', '10']);
  await screen.project.click();
  const options = screen.addProject.category.locator('option');
  await options.filter({ hasText: 'Category 95' }).waitFor({ state: 'attached' });
  await expect.poll(() => options.count()).toBe(96);
  await page.keyboard.press('Escape');

  await page.goto('/admin/portfolio/projects/1');
  await rows.nth(499).waitFor();
  await expect.poll(() => rows.count()).toBe(500);
  await page.getByText('500 projects').waitFor();
  await project.click();
  await expect.poll(() => addProject.order.inputValue()).toBe('501');
  await page.keyboard.press('Escape');
  const [moved] = await Promise.all([
    page.waitForRequest(`**${callPath(contract.reorderProjects)}`),
    page.getByRole('button', { name: 'Move Project 12 up', exact: true }).click(),
  ]);
  expect(moved.postDataJSON().ids.slice(0, 3)).toEqual([12, 11, 13]);
  expect(moved.postDataJSON().ids).toHaveLength(500);
  await page.getByText('Order saved successfully').waitFor();
  expectQuiet(watch);
  await close();
});

/** Cancel, and let go of what was entered. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).last().click();
  await leaveDialog(page).discard.click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function expectFocus(target: ReturnType<Page['locator']>): Promise<void> {
  const has = () => target.evaluate((element) => element === document.activeElement);
  await expect.poll(has, { message: `focus on ${target}` }).toBe(true);
}

/** Inside the screen, and large enough for a finger. */
async function expectInReach(page: Page, control: ReturnType<Page['locator']>): Promise<void> {
  const box = await control.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
}

async function expectFits(page: Page, name: string): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const places = [
      document.documentElement,
      ...document.querySelectorAll('dialog, dialog *, main, section'),
    ];
    return places
      .filter((each) => /auto|scroll|visible/.test(getComputedStyle(each).overflowX))
      .filter((each) => !each.matches('[role=toolbar], [role=toolbar] *'))
      .filter(
        (each) =>
          each.scrollWidth > each.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(each).overflowX),
      )
      .map((each) => `${each.localName}.${each.className}`);
  });
  expect(tooWide, `${name} scrolls sideways`).toEqual([]);
  const page360 = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(page360, `${name} is too wide by`).toBeLessThanOrEqual(0);
}
