import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createSeal } from '../../server/bff/session/seal.ts';
import { sessionPasswords } from '../../server/bff/session/secrets.ts';
import { withEngines } from '../support/engines.ts';
import { blogsScreen, fillPlainly, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { fillLogin } from './support/login.ts';
import { searchPage } from './support/page-memory.ts';
import { postPage } from './support/posts.ts';
import { placesWith, spellings } from './support/secrets.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { type Exchange, expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

withEngines((engine) => {
  test('the token of a signed-in admin is nowhere that a script can look', { timeout: 180_000 }, async () => {
    const admin = await openVisitor(browser.current, engine.app);
    await writeAndReadAPost(admin);
    const sealed = await sealedCookie(admin);
    const token = await tokenIn(sealed);
    if (engine.stub) expect(token).toBe(engine.stub.tokens.at(-1));
    const needles = spellings(token);

    expect(placesWith([['the cookie', sealed]], needles)).toEqual([]);
    const exchanges = await admin.watch.exchanges();
    expect(exchanges.map(({ url }) => new URL(url).pathname)).toEqual(
      expect.arrayContaining(['/api/login', '/api/session', '/api/blogs', '/api/saveBlog']),
    );
    const unread = exchanges.filter(({ status, body }) => status === 200 && !body);
    expect(unread.map(({ url }) => url)).toEqual([]);
    expect(placesWith(exchanges.flatMap(textsOf), needles)).toEqual([]);
    const names = exchanges.flatMap(({ requestHeaders }) => Object.keys(requestHeaders));
    expect(names.filter((name) => /^authoriz?at/i.test(name))).toEqual([]);

    const memory = await searchPage(admin.page, needles);
    expect(memory.found).toEqual([]);
    // What the page knows of the post is in the query cache, behind React's tree: the search got there.
    const known = await searchPage(admin.page, ['Words for the search']);
    expect(known.found.join('\n')).toMatch(/\.(item|queries|state|props)\b/);
    expect(await serviceWorkers(admin.page)).toBe(0);

    await admin.page.reload();
    await postPage(admin.page).title.waitFor();
    expect((await searchPage(admin.page, needles)).found).toEqual([]);
    expectQuiet(admin.watch);
    await admin.close();

    async function writeAndReadAPost({ page }: Visitor): Promise<void> {
      await page.goto('/admin/blogs');
      await fillLogin(page, engine.credentials);
      const screen = blogsScreen(page);
      await screen.add.click();
      await fillPlainly(screen.addForm, 'A secret kept', 'Words for the search');
      await screen.addForm.submit.click();
      await toast(page, 'Added successfully').waitFor();
      await screen.edit('A secret kept').click();
      await screen.editForm.text.getByText('Words for the search').waitFor();
      await screen.editForm.cancel.click();
      await page.getByRole('link', { name: /to the site/ }).click();
      await page.getByRole('link', { name: 'A secret kept' }).click();
      await postPage(page).title.waitFor();
    }
  });

  /** The one cookie, which no script can read. */
  async function sealedCookie({ context, page }: Visitor): Promise<string> {
    const cookies = await context.cookies();
    expect(cookies).toMatchObject([
      { name: 'studio_session', httpOnly: true, sameSite: 'Strict', path: '/' },
    ]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    return cookies[0]?.value ?? '';
  }

  async function tokenIn(sealed: string): Promise<string> {
    const passwords = await sessionPasswords({ SESSION_SECRET: undefined, DATA_DIR: engine.app.dataDir });
    const session = await createSeal(passwords).open(sealed);
    expect(session?.token.length).toBeGreaterThan(20);
    return session?.token ?? '';
  }
});

function textsOf({ method, url, requestHeaders, responseHeaders, body }: Exchange): [string, string][] {
  const call = `${method} ${new URL(url).pathname}`;
  return [
    [`${call}: address`, url],
    [`${call}: request headers`, JSON.stringify(requestHeaders)],
    [`${call}: answer headers`, JSON.stringify(responseHeaders)],
    [`${call}: answer`, body?.toString('latin1') ?? ''],
  ];
}

function serviceWorkers(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
}
