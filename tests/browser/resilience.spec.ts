import type { Page } from '@playwright/test';
import { pathTo } from '#shared/paths.ts';
import type { Engine } from '../support/engines.ts';
import { expect, hold, takenOver, test } from './fixtures.ts';
import { exactly, labelled, named, topHeading } from './support/names.ts';
import { stubCategory, stubProject } from './support/portfolio-public.ts';

// Says what the option is anyway, since such a file has a `site` of its own: these journeys read the sample as it was made.
test.use({ settings: {} });

/** A page of each kind, from the sample content. */
async function samplePaths({ visitor }: Engine) {
  const first = async (path: string) => (await visitor.get(`/api/${path}`)).body.data.data[0];
  const category = await first('getProjectCategory');
  return {
    home: pathTo('home'),
    portfolio: pathTo('portfolio'),
    category: pathTo('portfolioCategory', { fieldTitle: category.title }),
    project: pathTo('portfolioItem', { id: (await first(`getProjects/${category.id}`)).id }),
    publishing: pathTo('publishing'),
    post: pathTo('viewBlog', { id: (await first('activeBlogs')).id }),
    apps: pathTo('apps'),
    team: pathTo('team'),
    careers: pathTo('careers'),
    positions: pathTo('careersApply'),
    job: pathTo('careersApplyJob', { jobId: (await first('jobs')).id }),
    contact: pathTo('contact'),
    privacy: pathTo('privacyPolicy'),
    terms: pathTo('termsConditions'),
    deletion: pathTo('deleteAccount'),
  };
}

test('every public page is whole before its scripts: it does not move, asks for nothing, and says the same', async ({
  open,
  site,
}) => {
  const page = await open(site, { width: 360 });
  const calls: string[] = [];
  page.on('request', (request) => void (request.url().includes('/api/') && calls.push(request.url())));
  for (const path of Object.values(await samplePaths(site))) {
    const answer = await page.goto(path);
    expect(await layoutShift(page), path).toBeLessThan(0.02);
    const sent = (await answer?.text()) ?? '';
    const [shown, before] = await page.evaluate((html) => {
      const read = (doc: Document) => ({
        title: doc.querySelector('h1')?.textContent?.trim(),
        length: doc.querySelector('main')?.textContent?.length ?? 0,
        kinds: [...doc.querySelectorAll('#root script[type="application/ld+json"]')].map(
          (each) => each.textContent,
        ),
        waiting: [...doc.querySelectorAll('#root *')].some((each) =>
          /^Loading/.test(each.textContent.trim()),
        ),
      });
      return [read(document), read(new DOMParser().parseFromString(html, 'text/html'))];
    }, sent);
    expect({ ...shown, length: 0 }, path).toEqual({ ...before, length: 0 });
    expect(before, path).toMatchObject({ title: expect.stringMatching(/\S/), waiting: false });
    expect(before?.length, path).toBeGreaterThan(60);
  }
  expect(calls).toEqual([]);
});

test('without scripts pages are read, links and menu lead on, and no button is dead', async ({
  open,
  site,
}) => {
  const page = await open(site, { width: 360, javaScriptEnabled: false });
  await page.goto('/');
  await named(page, 'button', 'Menu').click();
  await named(named(page, 'navigation', 'Main'), 'link', 'Publishing').click();
  await expect(topHeading(page)).toHaveText('Publishing');
  const { positions, project } = await samplePaths(site);
  for (const path of [positions, `${positions}?search=film`, project]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('button').filter({ visible: true })).toHaveCount(0);
  }
  await page.goto(positions);
  await expect(named(page, 'link', /^Film, 1 position/)).toBeVisible();
});

test('a page says each thing of its head once, also after a link and when nobody has rendered it', async ({
  open,
  site,
}) => {
  const page = await open(site);
  const found = () =>
    page.evaluate(() => {
      const all = (selector: string) => [...document.querySelectorAll(selector)];
      return {
        titles: all('head > title').map(({ textContent }) => textContent),
        descriptions: all('meta[name="description"]').length,
        canonical: all('link[rel="canonical"]').map(
          (link) => new URL((link as HTMLLinkElement).href).pathname,
        ),
        previews: all('meta[property="og:title"]').map((meta) => meta.getAttribute('content')),
        outside: all('body meta, body link[rel="canonical"], body title').length,
        kinds: all('script[type="application/ld+json"]').map(
          ({ textContent }) => JSON.parse(textContent)['@type'],
        ),
      };
    });
  const once = { descriptions: 1, outside: 0 };
  await page.goto('/');
  await expect.poll(found).toMatchObject({ ...once, canonical: ['/'], kinds: ['Organization', 'WebSite'] });
  await page.goto('/publishing');
  const link = page.getByRole('main').locator('a[href^="/view-blog/"]').first();
  const path = (await link.getAttribute('href')) ?? '';
  await link.click();
  await expect(page).toHaveURL(path);
  const heading = topHeading(page.getByRole('article'));
  const title = (await heading.textContent()) ?? '';
  await expect.poll(found).toMatchObject({
    ...once,
    titles: [`${title} · Naqsh Studio`],
    canonical: [path],
    previews: [title],
    kinds: ['BlogPosting', 'BreadcrumbList'],
  });
  // A visitor with a session cookie gets the shell, and the browser renders the page alone.
  await page.context().addCookies([{ name: 'studio_session', value: 'no-seal', url: site.app.url }]);
  await page.goto('/portfolio');
  await expect.poll(found).toMatchObject({
    ...once,
    titles: ['Portfolio · Naqsh Studio'],
    canonical: ['/portfolio'],
    kinds: ['BreadcrumbList'],
  });
});

test('what is typed and pressed before the scripts arrive counts', async ({ open, site }) => {
  const page = await open(site, { width: 360 });
  const allButBoot = /\/assets\/(?!boot-).*\.js$/;
  let release = await hold(page, allButBoot);
  await page.goto('/careers/apply?source=friend', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('typescript');
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL(/\?source=friend&search=typescript$/, { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('producer');
  release();
  await page.waitForURL(/search=producer/);

  release = await hold(page, allButBoot);
  const { data } = (await site.visitor.get('/api/getProjects/1')).body.data;
  const film = data.find(({ video }: { video: string | null }) => video);
  await page.goto(pathTo('portfolioItem', { id: film.id }), { waitUntil: 'commit' });
  await named(page, 'link', 'Play the video').click();
  release();
  await expect(named(page, 'button', 'Play the video')).toBeHidden();
});

test('a link pressed without a network keeps the site, and opens when there is one again', async ({
  open,
  site,
  allow,
}) => {
  allow('net::ERR_INTERNET_DISCONNECTED', 'net::ERR_FAILED', 'ERR_CONNECTION_REFUSED', 'ApiError');
  const page = await open(site);
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname);
  });
  const contact = named(named(page, 'navigation', 'Main'), 'link', 'Contact');
  const offline = topHeading(page, 'You are offline');
  const again = named(page, 'button', 'Try again');
  await page.goto('/publishing');
  await page.context().setOffline(true);
  await contact.click();
  await expect(offline).toBeVisible();
  await again.click();
  await expect(page.getByText('You’re still offline.')).toBeVisible();
  // The previous page is still there with its content.
  await page.goBack();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goForward();
  await expect(offline).toBeVisible();
  expect(documents).toEqual(['/publishing']);
  // The first call after the network returns often fails.
  await page.route('**/healthz', (route) => route.abort('failed'), { times: 1 });
  await page.context().setOffline(false);
  await expect(topHeading(page, 'Contact')).toBeVisible();
  expect(documents).toEqual(['/publishing', '/contact']);

  // A server that is gone while the browser believes in its network.
  await page.goto('/publishing');
  await page.route('**/*', (route) => route.abort('connectionrefused'));
  await contact.click();
  await expect(offline).toBeVisible();
  await page.unrouteAll();
  await again.click();
  await expect(topHeading(page, 'Contact')).toBeVisible();
});

test('a chunk of a build that is gone reloads the page once; one that stays away leaves a way on', {
  tag: '@deep',
}, async ({ open, site, allow }) => {
  allow('404 (Not Found)', /Failed to (load module script|fetch dynamically)/);
  const documents: string[] = [];
  const watch = (page: Page) =>
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname);
    });
  const lose = (page: Page, screen: string, times?: number) =>
    page.route(
      new RegExp(`/assets/${screen}-[^/]*\\.js$`),
      (route) => route.continue({ url: `${site.app.url}/assets/${screen}-gone.js` }),
      times ? { times } : {},
    );
  const page = await open(site);
  watch(page);
  await page.goto('/');
  const gone = page.waitForResponse(/PublishingScreen/);
  await lose(page, 'PublishingScreen', 2);
  // A pointer over the link preloads its chunk. That this fails has no effect, and uses up no reload.
  await named(page, 'link', 'All posts').hover();
  await gone;
  expect(documents).toEqual(['/']);
  await named(page, 'link', 'All posts').click();
  await expect(topHeading(page)).toHaveText('Publishing');
  expect(documents).toEqual(['/', '/publishing']);

  // A page from the server is still read, and its links lead on.
  await lose(page, 'PublishingScreen');
  await page.goto('/publishing', { waitUntil: 'commit' });
  await expect(topHeading(page)).toHaveText('Publishing');
  await named(named(page, 'navigation', 'Main'), 'link', 'Home').click();
  await expect(named(page, 'heading', 'Latest posts')).toBeVisible();

  const admin = await open(site, { as: 'owner' });
  documents.length = 0;
  watch(admin);
  await lose(admin, 'TeamScreen');
  await admin.goto('/admin/team', { waitUntil: 'commit' });
  const error = named(admin, 'heading', 'Unexpected Application Error!');
  await expect(error).toBeVisible();
  expect(documents).toHaveLength(2);
  await admin.unrouteAll();
  await named(admin, 'button', 'Reload this page').click();
  await expect(topHeading(admin)).toHaveText('Team');
});

for (const failure of ['while it renders', 'in an effect', 'while modules load'])
  test(`a take-over that fails ${failure} leaves the page that the server sent`, { tag: '@deep' }, async ({
    open,
    host,
    allow,
  }) => {
    allow(/./);
    const project = { title: 'Kept', project_url: 'https://studio.example/film' };
    host.stub.fill({ categories: [stubCategory(22)], projects: [stubProject(221, 22, project, 3)] });
    const page = await open(host);
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.addInitScript((failure) => {
      // Read when the link of a project renders.
      const get = () => {
        throw new Error('not in this browser');
      };
      if (failure === 'while it renders') Object.defineProperty(URL.prototype, 'host', { get });
      else if (failure === 'in an effect') delete (window as { ResizeObserver?: unknown }).ResizeObserver;
      // React needs it while it loads.
      else delete (Symbol as { for?: unknown }).for;
    }, failure);
    await page.goto('/portfolioOne/221', { waitUntil: 'commit' });
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await expect(topHeading(page)).toHaveText('Kept');
    await named(page, 'link', 'Field 22').first().click();
    await page.waitForURL(/\/portfolio\/Field/i, { waitUntil: 'commit' });
  });

test('a visitor with the oldest browsers of the floor reads, looks at pictures and writes', {
  tag: '@deep',
}, async ({ open, site }) => {
  const page = await open(site);
  await page.addInitScript(() => {
    const without = (holder: unknown, ...names: string[]) => {
      for (const name of names) delete (holder as Record<string, unknown> | undefined)?.[name];
    };
    without(URL, 'parse', 'canParse');
    without(URLSearchParams.prototype, 'size');
    without(String.prototype, 'isWellFormed', 'toWellFormed');
    without(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with');
    without(Map, 'groupBy');
    without(Object, 'groupBy');
    without(Promise, 'withResolvers', 'try');
    without(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf');
    without(AbortSignal, 'any', 'timeout');
    without(HTMLElement.prototype, 'showPopover', 'hidePopover', 'togglePopover', 'popover');
    without(Element.prototype, 'moveBefore', 'setHTML', 'getHTML', 'checkVisibility');
    without(Document.prototype, 'startViewTransition', 'caretPositionFromPoint');
    without(Intl, 'Segmenter', 'DurationFormat');
    without(
      window,
      'requestIdleCallback',
      'scheduler',
      'Iterator',
      'ToggleEvent',
      'CompressionStream',
      'navigation',
    );
    without(Uint8Array, 'fromBase64', 'fromHex');
  });
  const paths = await samplePaths(site);
  for (const path of Object.values(paths)) {
    await page.goto(path);
    await expect(topHeading(page), path).toBeVisible();
  }
  await page.goto(paths.project);
  await named(page, 'button', 'Next image').click();
  await exactly(page, 'button', 'Enlarge the image').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto('/contact');
  const form = named(page, 'form', 'Message');
  for (const name of ['Name', 'Email', 'Subject', 'Message']) {
    const field = labelled(form, name);
    await field.fill(name === 'Email' ? 'ayesha@visitor.example' : 'Ayesha');
  }
  await named(form, 'button', 'Send message').click();
  await expect(named(page, 'region', 'What you sent')).toBeVisible();

  // The admin's menus close as those with popovers do: by Escape, and by a press outside.
  const admin = await open(site, { as: 'owner' });
  await admin.addInitScript(() => {
    for (const name of ['showPopover', 'hidePopover', 'togglePopover', 'popover'])
      delete (HTMLElement.prototype as unknown as Record<string, unknown>)[name];
  });
  await admin.goto('/admin/dashboard');
  const actions = named(admin, 'button', /^Actions for/).first();
  await actions.click();
  await admin.keyboard.press('Escape');
  await expect(admin.getByRole('menu')).toBeHidden();
  await expect(actions).toBeFocused();
  await actions.click();
  await topHeading(admin, 'Jobs').click();
  await expect(admin.getByRole('menu')).toBeHidden();
});

/** The sum of all layout shifts of the page so far that no input caused. */
async function layoutShift(page: Page) {
  await takenOver(page);
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
      }),
  );
}
