// @module-tag deep/again: where scripts can look, in a browser; contract/proxy/token-echo holds that no answer has the token
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createSeal, sessionContent } from '../../server/bff/session/seal.ts';
import { sealPasswords } from '../../server/bff/session/secrets.ts';
import { withBothEngines } from '../support/engines.ts';
import type { StubUpstream } from '../support/stub-upstream.ts';
import { blogsScreen, fillPlainly, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { fillLogin } from './support/login.ts';
import { searchPage } from './support/page-memory.ts';
import { postPage } from './support/posts.ts';
import { placesWith, spellings } from './support/secrets.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { type Exchange, expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

withBothEngines((engine) => {
  // The stub repeats the token wherever it can, the embedded engine never does: the first depth runs with the stub.
  const tags = engine.name === 'embedded' ? ['deep/journey'] : [];
  test('the token of a signed-in admin is nowhere that a script can look, also when the host repeats it', {
    tags,
  }, async () => {
    const admin = await openVisitor(browser.current, engine.app, { keepsExchanges: true });
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
    // A stream ends with the screen that reads it, and the browser may have no body for it: the test reads the stream
    // separately.
    const unread = exchanges.filter(
      ({ url, status, body }) => status === 200 && !body && new URL(url).pathname !== '/api/live',
    );
    expect(unread.map(({ url }) => url)).toEqual([]);
    const stream = await streamBegins(admin.page);
    expect(stream).toContain('event: hello');
    expect(placesWith([['the stream', stream]], needles)).toEqual([]);
    expect(placesWith(exchanges.flatMap(textsOf), needles)).toEqual([]);
    const names = exchanges.flatMap(({ requestHeaders }) => Object.keys(requestHeaders));
    expect(names.filter((name) => /^authoriz?at/i.test(name))).toEqual([]);

    const memory = await searchPage(admin.page, needles);
    expect(memory.found).toEqual([]);
    // The list of the admin screen is only in the query cache, behind React's tree: this proves that the search
    // reaches it.
    expect((await searchPage(admin.page, ['["blogs",1]'])).found).not.toEqual([]);
    expect(await serviceWorkers(admin.page)).toBe(0);

    await admin.page.reload();
    await postPage(admin.page).title.waitFor();
    expect((await searchPage(admin.page, needles)).found).toEqual([]);
    expectQuiet(admin.watch);
    if (engine.stub) await expectRepeatedNowhere(admin, engine.stub, token);
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
      // The admin table has a link of the same name, which opens another page.
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await page.getByRole('link', { name: 'A secret kept' }).click();
      await postPage(page).title.waitFor();
    }
  });

  /** Returns the session cookie. No script can read it, nor the cookie that recognises this browser. */
  async function sealedCookie({ context, page }: Visitor): Promise<string> {
    const cookies = (await context.cookies()).sort((one, other) => one.name.localeCompare(other.name));
    expect(cookies).toMatchObject(
      ['studio_device', 'studio_session'].map((name) => ({
        name,
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
      })),
    );
    expect(await page.evaluate(() => document.cookie)).toBe('');
    return cookies[1]?.value ?? '';
  }

  async function tokenIn(sealed: string): Promise<string> {
    const passwords = await sealPasswords(
      { SESSION_SECRET: undefined, DATA_DIR: engine.app.dataDir },
      'session',
    );
    const session = await createSeal(passwords, sessionContent).open(sealed);
    expect(session?.token.length).toBeGreaterThan(20);
    return session?.token ?? '';
  }
});

test('the search finds a token wherever it is planted', async () => {
  const token = 'tok_Zm9yIGV4YW1wbGU_0123456789-abcdefghij';
  const needles = spellings(token);
  const { page, watch, close } = await openVisitor(browser.current, site.app, { keepsExchanges: true });
  await page.route('**/api/planted', (route) =>
    route.fulfill({
      headers: { 'x-planted': token, 'content-type': 'application/json' },
      body: `{"t":"${token}"}`,
    }),
  );
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await searchPage(page, needles)).found).toEqual([]);

  await page.evaluate(async (secret) => {
    const half = secret.slice(0, secret.length / 2);
    localStorage.setItem('planted', btoa(`{"token":"${secret}"}`));
    sessionStorage.setItem('planted', secret.slice(half.length));
    await cookieStore.set('planted', secret);
    history.replaceState({ planted: half }, '');
    document.body.setAttribute('data-planted', half);
    await (await caches.open('planted')).put('/kept', new Response(secret));
    await new Promise((resolve) => {
      const opening = indexedDB.open('planted', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('kept').put({ half }, 1);
      opening.onsuccess = () => resolve(opening.result.close());
    });
    const deep = new Map([
      ['a', new Set([{ list: [() => {}, { bytes: new TextEncoder().encode(secret) }] }])],
    ]);
    Object.assign(window, { planted: { deep, [Symbol('hidden')]: half } });
    Object.assign(document.querySelector('h1') ?? {}, { planted: { own: half } });
    Object.defineProperty(window, 'plantedGetter', { get: () => half });
    await fetch('/api/planted').then((answer) => answer.text());
  }, token);
  const { found } = await searchPage(page, needles);
  expect(found).toEqual(
    expect.arrayContaining([
      'localStorage.planted',
      'sessionStorage.planted',
      'document.cookie',
      'history.state',
      'document',
      'cache planted',
      'database planted',
      'window.planted.deep.item.key.list.1.bytes',
      'window.planted.Symbol(hidden)',
      '<h1>.planted.own',
      'window.plantedGetter',
    ]),
  );
  const texts = (await watch.exchanges()).flatMap(textsOf);
  // The code of the next page may be preloaded at any time, and carries the planted header too.
  const places = placesWith(texts, needles).filter((place) => !place.startsWith('GET /assets/'));
  expect(places).toEqual([
    'GET /api/planted: request headers',
    'GET /api/planted: answer headers',
    'GET /api/planted: answer',
  ]);
  await close();
});

/**
 * Expects that answers of a host which repeats all it received, including the bearer token, do not reach the page.
 */
async function expectRepeatedNowhere({ page, watch }: Visitor, stub: StubUpstream, token: string) {
  const headers = { 'content-type': 'application/json', 'x-debug': token, etag: `"${token}"` };
  const dump = { status: 1, token, data: { token, request: { authorization: `Bearer ${token}` } } };
  for (const status of [200, 422]) {
    const body = JSON.stringify({ ...dump, message: encodeURIComponent(token) });
    stub.misbehave({ kind: 'answer', status, headers, body }, { path: '/api/echo', times: 1 });
  }
  const answers = await page.evaluate(async () => {
    const read = async () => (await fetch('/api/echo')).text();
    Object.assign(window, { echoed: [await read(), await read()] });
    return (window as unknown as { echoed: string[] }).echoed;
  });
  expect(answers.map((text) => JSON.parse(text))).toEqual([
    { status: 1, data: { request: { authorization: 'Bearer [removed]' } }, message: '[removed]' },
    { status: 0, data: { request: { authorization: 'Bearer [removed]' } }, message: '[removed]' },
  ]);
  const needles = spellings(token);
  expect((await searchPage(page, needles)).found).toEqual([]);
  expect(placesWith((await watch.exchanges()).flatMap(textsOf), needles)).toEqual([]);
}

function textsOf({ method, url, requestHeaders, responseHeaders, body }: Exchange): [string, string][] {
  const call = `${method} ${new URL(url).pathname}`;
  return [
    [`${call}: address`, url],
    [`${call}: request headers`, JSON.stringify(requestHeaders)],
    [`${call}: answer headers`, JSON.stringify(responseHeaders)],
    [`${call}: answer`, body?.toString('latin1') ?? ''],
  ];
}

/** Returns the first data of the change stream. */
function streamBegins(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const reader = (await fetch('/api/live')).body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    return new TextDecoder().decode(value);
  });
}

function serviceWorkers(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
}
