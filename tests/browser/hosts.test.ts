import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { type AnyHost, hostNames, openHost } from '../hosts/kinds.ts';
import { startSiteBefore } from '../hosts/site.ts';
import type { TestApp } from '../support/start-test-app.ts';
import { blogsScreen, fillPlainly, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { fillLogin, loginForm } from './support/login.ts';
import { brokenImages, postPage } from './support/posts.ts';
import { openVisitor } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

describe.each(hostNames)('in front of the %s host, by its host.json alone', (name) => {
  let host: AnyHost;
  let app: TestApp;
  beforeAll(async () => {
    host = await openHost(name);
    app = await startSiteBefore(host);
  });
  afterAll(async () => {
    await app?.close();
    await host?.stop();
  });

  test('somebody signs in and writes a post with a picture, and a visitor reads it', async () => {
    const title = 'A film that nobody has seen';
    const admin = await openVisitor(browser.current, app);
    const { page } = admin;
    const screen = blogsScreen(page);
    await page.goto('/admin/blogs');
    await loginForm(page).form.waitFor();
    await fillLogin(page, host.admin);
    const newestOfTheirs = host.posts().at(-1)?.title ?? '';
    await screen.row(newestOfTheirs).waitFor();
    await screen.add.click();
    await fillPlainly(screen.addForm, title, 'Grüße aus Peshawar');
    await screen.addForm.submit.click();
    await toast(page, 'Added successfully').waitFor();
    await screen.row(title).waitFor();
    // None of them keeps messages for the admin area to count.
    expectQuiet(admin.watch, [
      failedToLoad(404, callPath(contract.getMessages)),
      apiCallError('The content server cannot do this.'),
    ]);
    await admin.close();
    const stored = host.posts().at(-1);
    expect(stored).toMatchObject({ title, isActive: true, text: '<p>Grüße aus Peshawar</p>' });
    expect(stored?.picture?.length).toBeGreaterThan(0);

    const reader = await openVisitor(browser.current, app);
    await reader.page.goto('/publishing');
    await reader.page.getByRole('link', { name: title, exact: true }).click();
    const read = postPage(reader.page);
    await read.article.getByText('Grüße aus Peshawar').waitFor();
    expect(await read.title.innerText()).toBe(title);
    await read.cover.waitFor();
    expect(await brokenImages(reader.page)).toEqual([]);

    // What the host had before, with the pictures of its projects, wherever they are.
    const [category] = host.categories();
    const project = host.projects().find(({ categoryId }) => categoryId === category?.id);
    await reader.page.goto(`/portfolio/${encodeURIComponent(category?.title ?? '')}`);
    await reader.page
      .getByRole('link', { name: project?.title ?? '' })
      .first()
      .click();
    await reader.page.getByRole('heading', { name: project?.title ?? '', level: 1 }).waitFor();
    expect(await brokenImages(reader.page)).toEqual([]);
    expectQuiet(reader.watch);
    await reader.close();
  });
});
