// @module-tag deep/journey: the screens of the first depth in a browser without newer APIs
import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { withEngine } from '../support/engines.ts';
import type { StubUpstream } from '../support/stub-upstream.ts';
import { applyTo } from './support/applicants-admin.ts';
import { applyForm, cvFile, fillApplication } from './support/applications.ts';
import { addJob } from './support/jobs-public.ts';
import { launchBrowser } from './support/launch.ts';
import { galleryOf, stubCategory, stubProject } from './support/portfolio-public.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { contactForm, deletionForm, fillLetter } from './support/visitor-forms.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

/**
 * Removes features that the oldest supported browsers lack (docs/product.md §25). `popovers`: the browsers of public
 * pages only.
 */
async function asOldAs(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const without = (holder: unknown, ...names: string[]) => {
      for (const name of names) delete (holder as Record<string, unknown> | undefined)?.[name];
    };
    without(URL, 'parse', 'canParse');
    without(URLSearchParams.prototype, 'size');
    without(String.prototype, 'isWellFormed', 'toWellFormed');
    without(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with');
    without(Array, 'fromAsync');
    without(Map, 'groupBy');
    without(Object, 'groupBy');
    without(Promise, 'withResolvers', 'try');
    without(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf');
    without(Map.prototype, 'getOrInsert', 'getOrInsertComputed');
    without(AbortSignal, 'any', 'timeout');
    without(HTMLElement.prototype, 'showPopover', 'hidePopover', 'togglePopover', 'popover');
    without(HTMLButtonElement.prototype, 'popoverTargetElement');
    without(Element.prototype, 'moveBefore', 'setHTML', 'getHTML', 'checkVisibility');
    without(Document.prototype, 'startViewTransition', 'caretPositionFromPoint');
    without(Intl, 'Segmenter', 'DurationFormat');
    without(window, 'requestIdleCallback', 'scheduler', 'Iterator', 'ToggleEvent', 'CompressionStream');
    without(window, 'navigation', 'OffscreenCanvas', 'Temporal');
    without(Uint8Array, 'fromBase64', 'fromHex');
  });
}

withEngine(
  'stub',
  (engine) => {
    test('a visitor with an old browser reads, looks at pictures, applies and writes', async () => {
      const { id } = await addJob(engine.admin, { title: 'Film editor' });
      const { page, context, watch, close } = await openVisitor(browser.current, engine.app);
      await asOldAs(context);
      for (const path of [
        '/',
        '/portfolio',
        '/publishing',
        '/careers',
        '/team',
        '/apps',
        '/privacy-policy',
      ]) {
        await page.goto(path);
        expect(await page.getByRole('heading', { level: 1 }).isVisible(), path).toBe(true);
      }
      expect(await page.evaluate(() => 'parse' in URL || 'isWellFormed' in String.prototype)).toBe(false);

      await page.goto('/careers/apply');
      await page.getByRole('link', { name: 'Film editor' }).click();
      await page.goto(`/careers/apply/${id}`);
      const application = applyForm(page);
      await fillApplication(application, cvFile());
      await application.send.click();
      await application.received.waitFor();

      await page.goto('/contact');
      const contact = contactForm(page);
      await fillLetter(contact);
      await contact.send.click();
      await contact.received.waitFor();

      await page.goto('/delete-account');
      const deletion = deletionForm(page);
      await deletion.app.selectOption({ index: 1 });
      await deletion.account.fill('ayesha-77');
      await deletion.email.fill('ayesha@visitor.example');
      await deletion.send.click();
      await deletion.received.waitFor();

      // A project with a link and pictures.
      const { categories, projects } = (engine.stub as StubUpstream).data;
      categories.push(stubCategory(21));
      projects.push(
        stubProject(211, 21, { title: 'Old', project_url: 'https://www.studio.example/film' }, 3),
      );
      await page.goto('/portfolioOne/211');
      const gallery = galleryOf(page, 'Old');
      await expect.poll(() => page.getByRole('link', { name: /studio\.example/ }).isVisible()).toBe(true);
      await gallery.next.click();
      await gallery.counted('Image 2 of 3').waitFor();
      await gallery.enlarge.click();
      await gallery.dialog.waitFor();
      await page.keyboard.press('Escape');
      await gallery.dialog.waitFor({ state: 'detached' });
      expectQuiet(watch);
      await close();
    });

    test('an admin with an old browser opens every screen, its dialogs and its menus', async () => {
      const job = await addJob(engine.admin, { title: 'Sound editor' });
      const applicant = await applyTo(engine, job.id, { name: 'Old Timer', email: 'old@applicant.example' });
      const { page, context, watch, close } = await openAdmin(browser.current, engine);
      await asOldAs(context);
      const menuTo = async (name: string) => {
        await page
          .getByRole('navigation')
          .getByRole('link', { name: new RegExp(`^${name}`) })
          .click();
        await page.getByRole('heading', { name, level: 1 }).waitFor();
      };
      const screens = [
        ['Jobs', 'Post a job'],
        ['Portfolio', 'Category'],
        ['Portfolio', 'Project'],
        ['Team', 'Add member'],
        ['Blogs', 'Add blog'],
      ] as const;
      await page.goto('/admin/dashboard');
      for (const [name, add] of screens) {
        await menuTo(name);
        await page.getByRole('main').getByRole('button', { name: add, exact: true }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox').first().waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
      await menuTo('Messages');

      // A menu without popovers closes like one with them: by Escape, and by a press outside.
      await menuTo('Jobs');
      const actions = page.getByRole('button', { name: 'Actions for Sound editor', exact: true });
      const menu = page.getByRole('menu');
      await actions.click();
      await menu.waitFor();
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      expect(await actions.evaluate((button) => button === document.activeElement)).toBe(true);
      await actions.click();
      await menu.waitFor();
      await page.getByRole('heading', { name: 'Jobs', level: 1 }).click();
      await menu.waitFor({ state: 'detached' });

      // Changing a status updates the caches of lists and boards, and the CV is rendered.
      await page.goto(`/admin/applicants?applicant=${applicant.id}`);
      await page.getByRole('figure').first().waitFor();
      await page
        .locator('[data-review]')
        .getByRole('button', { name: /^Status of Old Timer/ })
        .click();
      await page.getByRole('menuitem', { name: 'Shortlisted' }).click();
      await expect
        .poll(
          async () =>
            (await engine.admin.get(callPath(contract.getSingleApplicant, { id: applicant.id }))).body.data
              .status,
          { timeout: 30_000 },
        )
        .toBe('shortlisted');
      expectQuiet(watch);
      await close();
    });
  },
  { settings: { formMinSeconds: 0 } },
);

const site = stubbedSite();

/** Breaks the page named by its window before the page's scripts run. */
function breakByName(): void {
  const failures: Record<string, () => void> = {
    'an error while it renders': () =>
      // Read when the link of a project renders.
      Object.defineProperty(URL.prototype, 'host', {
        get() {
          throw new Error('not in this browser');
        },
      }),
    'an error in an effect': () => {
      delete (window as { ResizeObserver?: unknown }).ResizeObserver;
    },
    'an error while modules load': () => {
      // React needs it while it loads.
      delete (Symbol as { for?: unknown }).for;
    },
  };
  failures[window.name]?.();
}

test('a take-over that fails leaves the page that the server sent: while it renders, in an effect, while modules load', async () => {
  site.stub.data.categories = [stubCategory(22)];
  site.stub.data.projects = [
    stubProject(221, 22, { title: 'Kept', project_url: 'https://studio.example/film' }, 3),
  ];
  site.stub.data.blogs = [stubPost(1)];
  const { page, context, watch, close } = await openVisitor(browser.current, site.app);
  const address = '/portfolioOne/221';
  const served = await (await fetch(site.app.url + address)).text();
  await context.addInitScript(breakByName);
  for (const failure of [
    'an error while it renders',
    'an error in an effect',
    'an error while modules load',
  ]) {
    await page.goto('/robots.txt', { waitUntil: 'commit' });
    await page.evaluate((name) => {
      window.name = name;
    }, failure);
    const said = () => watch.consoleLines.length + watch.pageErrors.length;
    const before = said();
    // Not waiting for its scripts, which never take over.
    await page.goto(address, { waitUntil: 'commit' });
    await expect.poll(said, { message: failure }).toBeGreaterThan(before);
    await page.waitForLoadState('networkidle');
    const [now, then] = await page.evaluate((served) => {
      const sent = new DOMParser().parseFromString(served, 'text/html');
      return [document, sent].map((doc) => ({
        title: doc.title,
        content: doc.getElementById('root')?.innerHTML,
      }));
    }, served);
    expect(now, failure).toEqual(then);
    expect(await page.getByRole('heading', { name: 'Kept', level: 1 }).isVisible(), failure).toBe(true);
    // The links of the page still work.
    await page.getByRole('link', { name: 'Field 22' }).first().click();
    await page.waitForURL(/\/portfolio\/Field/i);
  }
  await close();
});
