import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/may-call.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { joinTeam, publicUrl } from '../contract/resources/support/account-links.ts';
import { withEngine } from '../support/engines.ts';
import { follow } from './accessible/area.ts';
import { everyRoute, routeTo } from './accessible/every-route.ts';
import { type NamedPage, openPage } from './accessible/pages.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFits } from './support/fits.ts';
import { type FullDesk, fillDesk, longName } from './support/full-desk.ts';
import { launchBrowser } from './support/launch.ts';
import { judgeCalls, linksNowhere, pressEverything } from './support/rights.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

// Checks of all screens of the admin area, on an engine with records in each of them.
withEngine(
  'embedded',
  (engine) => {
    let desk: FullDesk | undefined;
    const filled = async () => {
      desk ??= await fillDesk(engine);
      return desk;
    };

    test('on every screen of the admin area axe finds nothing, and a list that cannot be loaded says so without a toast and is asked for again', {
      tags: ['deep/journey'],
    }, async () => {
      const screens = screensOf(await filled());
      const { page, watch, close } = await openAdmin(browser.current, engine);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const lists = await refuseLists(page);
      for (const { list, page: named, within = [] } of screens) {
        if (list) {
          lists.refuse(list);
          await follow(page, named[0]);
          await lists.expectAskedAgain(list);
        }
        await expectAccessible(page, await openPage(page, named));
        for (const { form, opener, ...inside } of within) {
          if (form) await follow(page, form);
          const button = page.getByRole('button', { name: opener, exact: true }).first();
          await button.waitFor();
          lists.refuse(inside);
          await button.click();
          await lists.expectAskedAgain(inside);
          await page.keyboard.press('Escape');
        }
      }
      const visited = new Set(screens.map(({ page: [path] }) => routeTo(path)));
      const isOfDesk = (path: string) => path.startsWith('/admin/') && path !== pathTo('adminLogin');
      expect([...visited].sort()).toEqual(everyRoute.filter(isOfDesk).toSorted());
      expectQuiet(watch, [
        ...lists.console(),
        failedToLoad(404, '/api/getSingleCategory/999'),
        failedToLoad(404, '/api/getProjects/999'),
        apiCallError(deskMessages['category.notFound']),
      ]);
      await close();
    });

    // The reader has the fewest rights and is refused the most; the other roles run only at the second depth.
    for (const role of ['editor', 'recruiter', 'reader'] as const)
      test(`the role ${role} is offered nothing that it may not do, on no screen and in no form with an address`, {
        tags: ['deep/again'],
      }, async () => {
        const ids = await filled();
        const person = await joinTeam(engine, { role });
        const { page, close } = await openAdmin(browser.current, { app: engine.app, credentials: person });
        await page.emulateMedia({ reducedMotion: 'reduce' });
        const refused = await judgeCalls(page, role);
        const main = page.getByRole('main');
        const may = (row: ContractRow) => mayCall(role, row);
        const sees = (path: string) => {
          const screen = screensOf(ids).find(({ page: [each] }) => routeTo(each) === routeTo(path));
          return !screen?.list || may(screen.list.row);
        };
        const notForRole = main.getByText(deskMessages['role.notAllowed']);
        for (const { page: named, list, form } of screensOf(ids)) {
          const [path, title, heading] = named;
          if (list && !may(list.row)) {
            await follow(page, path);
            await main.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
            await notForRole.waitFor();
            expect(await page.title()).toMatch(new RegExp(`^${title} · `));
            expect(await main.locator('button, a[download]').count(), path).toBe(0);
            await expectAccessible(page, `${path} for the role ${role}`);
          } else {
            await openPage(page, named);
            expect(await notForRole.count(), path).toBe(0);
            if (form && !may(form)) expect(await pressEverything(page), path).toEqual([]);
          }
          expect(await linksNowhere(page, sees), `links on ${path}`).toEqual([]);
        }
        for (const path of formsOf(ids)) {
          const screen = screensOf(ids).find(({ page: [each] }) => each === path.replace(/\?.*/, ''));
          if (!screen?.form || may(screen.form) || !sees(path)) continue;
          await follow(page, path);
          const dialog = page.getByRole('dialog', { name: 'Not for your role' });
          await dialog.getByText(deskMessages['role.notAllowed']).waitFor();
          await page.keyboard.press('Escape');
          await dialog.waitFor({ state: 'detached' });
        }
        expect(refused, 'calls that the role may not make').toEqual([]);
        await close();
      });

    test('every screen and every form of the admin area fits a phone, with the longest names', async () => {
      const ids = await filled();
      const { page, watch, close } = await openAdmin(browser.current, engine, { width: 360, height: 740 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const { page: named, list } of screensOf(ids)) {
        if (!list) continue;
        await expectFits(page, await openPage(page, named));
        expect(await withoutLanguage(page), named[0]).toEqual([]);
      }
      for (const path of ['/admin/applicants?view=board', '/admin/team?view=table']) {
        await follow(page, path);
        await page.getByText(longName).filter({ visible: true }).first().waitFor();
        await expectFits(page, path);
        expect(await withoutLanguage(page), path).toEqual([]);
      }
      const dialog = page.getByRole('dialog');
      for (const path of formsOf(ids)) {
        await follow(page, path);
        await dialog.locator('input:not([type=file]), textarea').first().waitFor();
        await expectFits(page, path);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
      expectQuiet(watch);
      await close();
    });
  },
  { environment: { PUBLIC_URL: publicUrl } },
);

/** A list: its call, and its name in failure messages. */
interface List {
  row: ContractRow;
  what: string;
}

interface Screen {
  page: NamedPage;
  /** The list that the screen shows first; undefined if the address has no record. */
  list?: List;
  /** One of the calls that save its forms: a role without this right may make none of the others. */
  form?: ContractRow;
  /**
   * Lists that open by a button, here or in a form that has an address. Escape closes the dialog that contains them.
   */
  within?: (List & { opener: string; form?: string })[];
}

/** Returns a page of every route of the admin area, in an order in which each list is read for the first time. */
function screensOf({ category, blog }: FullDesk): Screen[] {
  const form = `/admin/blogs?form=${blog}`;
  return [
    {
      page: ['/admin/dashboard', 'Jobs', 'Jobs'],
      list: { row: contract.getJobs, what: 'jobs' },
      form: contract.addJob,
      within: [{ row: contract.getJobs, what: 'jobs', opener: 'Reorder' }],
    },
    {
      page: ['/admin/applicants', 'Applicants', 'Applicants'],
      list: { row: contract.getApplicants, what: 'applicants' },
    },
    {
      page: ['/admin/portfolio', 'Portfolio', 'Portfolio'],
      list: { row: contract.getProjectCategory, what: 'categories' },
      form: contract.addProjectCategory,
    },
    {
      page: [pathTo('adminProjects', { id: category }), `${longName}, projects`, longName],
      list: { row: contract.getProjects, what: 'projects' },
      form: contract.addProject,
    },
    { page: ['/admin/portfolio/projects/999', 'Category not found', 'Projects'] },
    {
      page: ['/admin/team', 'Team', 'Team'],
      list: { row: contract.getTeam, what: 'team' },
      form: contract.addTeamMember,
    },
    {
      page: ['/admin/blogs', 'Blogs', 'Blogs'],
      list: { row: contract.blogs, what: 'posts' },
      form: contract.saveBlog,
      within: [
        { row: contract.getVersions, what: 'versions', opener: 'Versions', form },
        { row: contract.getHistory, what: 'history', opener: 'History' },
        { row: contract.contentPreviews, what: 'links', opener: 'Preview and share' },
        { row: contract.getPictures, what: 'pictures', opener: 'Choose from the library' },
      ],
    },
    {
      page: ['/admin/messages', 'Messages', 'Messages'],
      list: { row: contract.getMessages, what: 'messages' },
      within: [{ row: contract.getSavedAnswers, what: 'saved answers', opener: 'Saved answers' }],
    },
    {
      page: ['/admin/intake', 'Waiting forms', 'Waiting forms'],
      list: { row: contract.intake, what: 'waiting forms' },
    },
    {
      page: ['/admin/mail-templates', 'Mail templates', 'Mail templates'],
      list: { row: contract.getMailTemplates, what: 'templates' },
    },
    { page: ['/admin/site', 'Site', 'Site'], list: { row: contract.getSite, what: 'site' } },
    { page: ['/admin/people', 'People', 'People'], list: { row: contract.getPeople, what: 'people' } },
    {
      // The filter makes this a new list: the post's form has already read the library with all pictures.
      page: ['/admin/pictures?use=unused', 'Pictures', 'Pictures'],
      list: { row: contract.getPictures, what: 'pictures' },
    },
    {
      page: ['/admin/redirects', 'Redirects', 'Redirects'],
      list: { row: contract.getRedirects, what: 'redirects' },
    },
    { page: ['/admin/trash', 'Trash', 'Trash'], list: { row: contract.getTrash, what: 'trash' } },
    {
      page: ['/admin/activity', 'Activity', 'Activity'],
      list: { row: contract.getActivity, what: 'activity log' },
    },
    {
      page: ['/admin/account', 'Your account', 'Your account'],
      list: { row: contract.getAccount, what: 'account details' },
    },
  ];
}

/**
 * Returns texts in Arabic script without a language: their lines would have the line height of Latin script, and
 * touch.
 */
function withoutLanguage(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :not(option, main [lang], main [lang] *)')]
      .filter((each) => each.checkVisibility())
      .filter((each) =>
        [...each.childNodes].some(
          (node) =>
            node.nodeType === Node.TEXT_NODE && /^\P{L}*\p{Script=Arabic}/u.test(node.textContent ?? ''),
        ),
      )
      .map((each) => `${each.localName}.${each.className} ${each.textContent}`),
  );
}

/** Returns the addresses of the forms that have one. */
function formsOf({ category, blog, job, picture }: FullDesk): string[] {
  return [
    '/admin/dashboard?form=new',
    `/admin/dashboard?form=${job}`,
    '/admin/portfolio?form=category',
    '/admin/portfolio?form=project',
    `/admin/portfolio?form=${category}`,
    '/admin/team?form=new',
    '/admin/blogs?form=new',
    `/admin/blogs?form=${blog}`,
    `/admin/pictures?form=${picture}`,
    '/admin/redirects?form=new',
  ];
}

/**
 * Answers the lists with refusals. The first is a server failure, after which the client retries the read once; the
 * others are a 409, which the client does not retry.
 */
async function refuseLists(page: Page) {
  const failed = { status: 500, json: { status: 0, code: 'upstream.failed' } };
  const no = { status: 409, json: { status: 0, message: 'Not today.' } };
  const pathOf = ({ row }: List) => row.path.replace('{id}', '1');
  const refused: string[] = [];
  let now: string | undefined;
  let answer: Parameters<Route['fulfill']>[0] = failed;
  await page.route(
    ({ pathname }) => pathname === now,
    (route) => route.fulfill(answer),
  );
  return {
    refuse(list: List): void {
      now = pathOf(list);
      refused.push(failedToLoad(answer?.status ?? 0, now));
    },
    async expectAskedAgain({ what }: List): Promise<void> {
      const alert = page.getByRole('alert').filter({ hasText: `The ${what} could not be loaded` });
      await alert.getByText(answer === failed ? messages['upstream.failed'] : no.json.message).waitFor();
      now = undefined;
      answer = no;
      await alert.getByRole('button', { name: 'Try again' }).click();
      await alert.waitFor({ state: 'detached' });
      expect(await page.locator('.Toastify__toast').count(), what).toBe(0);
    },
    /** The browser's console lines about the refusals. */
    console: () => [...refused, apiCallError(messages['upstream.failed']), apiCallError(no.json.message)],
  };
}
