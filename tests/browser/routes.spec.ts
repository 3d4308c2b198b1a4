import type { Page } from '@playwright/test';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { mayCall } from '#shared/contract/row.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { routeOf, routes } from '#shared/routes.ts';
import {
  makeBlog,
  makeCategory,
  makeJob,
  makeMember,
  makeMessage,
  makePicture,
  makeProject,
  makeSavedAnswer,
} from '../contract/resources/cases.ts';
import type { Engine } from '../support/engines.ts';
import { atRest, expect, expectAccessible, test } from './fixtures.ts';
import { applyTo } from './support/applicants-admin.ts';
import { exactly, named, topHeading, unbroken, urdu } from './support/names.ts';

/** The longest name that every field accepts, without a place to break. */
const longName = unbroken.slice(0, 200);

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGMQMGgAAAEUAMFfg0CEAAAAAElFTkSuQmCC';
/** A text with a picture over the whole page; on a page in Urdu it runs against the page. */
const overThePage = `<p>Words</p><figure data-width="full"><img src="${dot}" alt="A dot"></figure><p>More words</p>`;

/** Ids of records that have an address in a full admin area. */
interface FullDesk {
  category: Id;
  project: Id;
  blog: Id;
  job: Id;
  applicant: Id;
  picture: Id;
}

/**
 * Fills every list of the admin area, with two rows where the number matters, and with names that test the layout.
 */
async function fillDesk(engine: Engine): Promise<FullDesk> {
  const { admin } = engine;
  const job = await makeJob(engine, { title: longName, department: longName, status: 'open' });
  await makeJob(engine, { title: urdu, department: 'فلم' });
  const applicant = await applyTo(engine, job.id, {
    name: longName,
    email: `${'x'.repeat(60)}@x.example`,
    city: longName,
  });
  await applyTo(engine, undefined, { name: urdu, email: 'urdu@applicant.example' });
  const category = await makeCategory(engine, longName);
  await makeCategory(engine, urdu);
  const [project] = [
    await makeProject(engine, {
      title: longName,
      category_id: String(category.id),
      description: overThePage,
    }),
    await makeProject(engine, { title: urdu, category_id: String(category.id) }),
  ];
  for (const name of [longName, urdu])
    await makeMember(engine, { name, designation: name, department: name, bio: name });
  const blog = await makeBlog(engine, { blog_title: longName });
  const gone = await makeBlog(engine, { blog_title: urdu });
  await admin.call('deleteBlog', gone.id).expect(200);
  for (const name of [longName, urdu])
    await makeMessage(engine, 'contact', { name, subject: name, message: name });
  await makeMessage(engine, 'account_deletion');
  await makeSavedAnswer(engine);
  const picture = await makePicture(engine, urdu);
  await admin
    .call('invitePerson', { name: longName, email: 'zoya@studio.example', role: 'editor' })
    .expect(200);
  await admin.call('addRedirect', { from: `/${longName}`, to: '/team' }).expect(200);
  return {
    category: category.id,
    project: project.id,
    blog: blog.id,
    job: job.id,
    applicant: applicant.id,
    picture: picture.id,
  };
}

/**
 * Every route and every dialog, on a site with the longest names that its fields accept, in Latin and in Arabic script:
 * heading and title, axe in light and dark, and the layout on a desk and on a phone. The fixture watches the console.
 */
test.setTimeout(1_200_000);
const phone = { width: 360, height: 740 };
const desk = { width: 1440, height: 900 };

const filled = new WeakMap<Engine, Promise<FullDesk>>();
function idsOf(site: Engine): Promise<FullDesk> {
  const ids = filled.get(site) ?? fillDesk(site);
  filled.set(site, ids);
  return ids;
}

const settings = { SAMPLE_CONTENT: 'off', PUBLIC_URL: 'http://studio.example' };
test.use({ settings });

type Row = [path: string, title: string, heading?: string];

const publicRows = ({ blog, job, project }: FullDesk): Row[] => [
  ['/', 'Naqsh Studio', 'Made to leave a mark.'],
  ['/publishing', 'Publishing'],
  [pathTo('viewBlog', { id: blog }), longName],
  ['/view-blog/999', 'Post not found', 'We couldn’t find this post'],
  ['/portfolio', 'Portfolio'],
  [pathTo('portfolioCategory', { fieldTitle: longName }), longName],
  ['/portfolio/Nothing', 'Category not found', 'We couldn’t find this category'],
  [pathTo('portfolioItem', { id: project }), longName],
  ['/portfolioOne/999', 'Project not found', 'We couldn’t find this project'],
  ['/careers', 'Careers'],
  ['/careers/apply', 'Jobs', 'Open positions'],
  ['/careers/apply?search=nothing+of+the+kind', 'Jobs', 'Open positions'],
  ['/careers/apply?spontaneous=1', 'Apply without a position'],
  [pathTo('careersApplyJob', { jobId: job }), longName],
  ['/careers/apply/999', 'Job not found', 'We couldn’t find this position'],
  ['/team', 'Team'],
  ['/apps', 'Apps'],
  ['/contact', 'Contact'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-conditions', 'Terms & Conditions'],
  ['/delete-account', 'Delete your account'],
  ['/no/such/page', 'Page not found', 'We couldn’t find this page'],
  // An address that could be a page of the company's own.
  ['/no-such-page', 'Page not found', 'We couldn’t find this page'],
  ['/admin/login', 'Sign in'],
];

interface Screen {
  row: Row;
  /** The read that it shows, and its name when it fails. */
  list?: [call: ContractRow, what: string];
  /** A button for something new, and its call. */
  adds?: [button: string, call: ContractRow];
}

const screens = ({ category }: FullDesk): Screen[] => [
  {
    row: ['/admin/dashboard', 'Jobs'],
    list: [contract.getJobs, 'jobs'],
    adds: ['Post a job', contract.addJob],
  },
  { row: ['/admin/applicants', 'Applicants'], list: [contract.getApplicants, 'applicants'] },
  {
    row: ['/admin/portfolio', 'Portfolio'],
    list: [contract.getProjectCategory, 'categories'],
    adds: ['Category', contract.addProjectCategory],
  },
  {
    row: [pathTo('adminProjects', { id: category }), `${longName}, projects`, longName],
    list: [contract.getProjects, 'projects'],
    adds: ['Project', contract.addProject],
  },
  { row: ['/admin/portfolio/projects/999', 'Category not found', 'Projects'] },
  {
    row: ['/admin/team', 'Team'],
    list: [contract.getTeam, 'team'],
    adds: ['Add member', contract.addTeamMember],
  },
  { row: ['/admin/blogs', 'Blogs'], list: [contract.blogs, 'posts'], adds: ['Add blog', contract.saveBlog] },
  { row: ['/admin/messages', 'Messages'], list: [contract.getMessages, 'messages'] },
  { row: ['/admin/intake', 'Waiting forms'], list: [contract.intake, 'waiting forms'] },
  { row: ['/admin/mail-templates', 'Mail templates'], list: [contract.getMailTemplates, 'templates'] },
  { row: ['/admin/site', 'Site'], list: [contract.getSite, 'site'] },
  { row: ['/admin/people', 'People'], list: [contract.getPeople, 'people'] },
  { row: ['/admin/pictures?use=unused', 'Pictures'], list: [contract.getPictures, 'pictures'] },
  { row: ['/admin/redirects', 'Redirects'], list: [contract.getRedirects, 'redirects'] },
  { row: ['/admin/trash', 'Trash'], list: [contract.getTrash, 'trash'] },
  { row: ['/admin/activity', 'Activity'], list: [contract.getActivity, 'activity log'] },
  { row: ['/admin/account', 'Your account'], list: [contract.getAccount, 'account details'] },
];

/** Dialogs, menus and views: what is pressed to open each, one after the other. */
const openings = ({
  category,
  project,
  blog,
  job,
  picture,
  applicant,
}: FullDesk): [path: string, ...press: string[]][] => [
  ['/admin/dashboard?form=new', 'Publish'],
  [`/admin/dashboard?form=${job}`],
  ['/admin/dashboard', 'Reorder'],
  ['/admin/dashboard', `Actions for ${longName}`],
  [`/admin/applicants?applicant=${applicant}`, 'Reject'],
  [`/admin/applicants?applicant=${applicant}`, 'History', 'Change'],
  [`/admin/applicants?applicant=${applicant}`, 'Letter'],
  ['/admin/applicants', 'Keyboard shortcuts'],
  ['/admin/applicants', `Select ${longName}`, 'More for the selected applicants', 'Delete'],
  ['/admin/applicants?view=board'],
  ['/admin/portfolio?form=category', 'Create'],
  ['/admin/portfolio?form=project', 'Create'],
  [`/admin/portfolio?form=${category}`],
  ['/admin/portfolio', `More for ${longName}`, 'Delete'],
  [`/admin/portfolio/projects/${category}?form=${project}`],
  ['/admin/team?form=new', 'Create'],
  ['/admin/team'],
  ['/admin/blogs?form=new', 'Create'],
  ['/admin/blogs?form=new', 'Text colour'],
  [`/admin/blogs?form=${blog}`, 'Versions'],
  [`/admin/blogs?form=${blog}`, 'Preview and share'],
  [`/admin/blogs?form=${blog}`, 'Choose from the library'],
  [`/admin/blogs?form=${blog}`, 'History'],
  ['/admin/blogs', `Delete ${longName}`],
  ['/admin/messages', 'Saved answers'],
  ['/admin/people', 'Invite a person'],
  [`/admin/pictures?form=${picture}`],
  ['/admin/redirects?form=new'],
  ['/admin/trash', `Delete ${urdu} for good`],
  ['/admin/redirects', 'Import CSV'],
];

test('every public route', async ({ open, site, allow }) => {
  allow('404 (Not Found)', messages['api.callError']);
  const rows = publicRows(await idsOf(site));
  await inspect(await open(site, { reducedMotion: 'reduce' }), rows);
  const visited = new Set(rows.map(([path]) => routeOf(pathOf(path))));
  expect(
    Object.values(routes).filter((route) => !/^\/admin($|\/(?!login))/.test(route) && !visited.has(route)),
  ).toEqual([]);
});

test('every screen of the admin area, also when what it shows cannot be loaded', async ({
  open,
  site,
  allow,
}) => {
  allow('404 (Not Found)', '409 (Conflict)', messages['api.callError']);
  const ids = await idsOf(site);
  const page = await open(site, { as: 'owner' });
  const lists = new Map(screens(ids).map(({ row, list }) => [row[0], list]));
  await inspect(
    page,
    screens(ids).map(({ row }) => row),
    {
      async go(path) {
        const [call, what] = lists.get(path) ?? [];
        const isCall = ({ pathname }: URL) => call !== undefined && routePatternOf(call).test(pathname);
        const refusal = { status: 409, json: { status: 0, message: 'Not today.' } };
        await page.route(isCall, (route) => route.fulfill(refusal), { times: 1 });
        await page.goto(path);
        if (!call) return;
        const alert = page.getByRole('alert').filter({ hasText: `The ${what} could not be loaded` });
        await expect(alert).toContainText('Not today.');
        await named(alert, 'button', 'Try again').click();
        await expect(alert).toBeHidden();
        await expect(page.locator('.Toastify__toast')).toHaveCount(0);
      },
    },
  );
  const visited = new Set(screens(ids).map(({ row: [path] }) => routeOf(pathOf(path))));
  const others = [routes.admin, routes.adminLogin];
  expect(
    Object.values(routes).filter(
      (route) => route.startsWith('/admin') && !others.includes(route as never) && !visited.has(route),
    ),
  ).toEqual([]);
});

// Two tests: one alone would hold one worker at the end.
for (const half of ['first', 'second'])
  test(`every dialog, menu and view of the admin area, ${half} half`, { tag: '@deep' }, async ({
    open,
    site,
  }) => {
    const page = await open(site, { as: 'owner' });
    const failures: string[] = [];
    const all = openings(await idsOf(site));
    const middle = Math.ceil(all.length / 2);
    for (const [path, ...press] of half === 'first' ? all.slice(0, middle) : all.slice(middle)) {
      const name = [path, ...press].join(' → ');
      await judge(failures, name, async () => {
        await page.setViewportSize(desk);
        await page.goto(path);
        for (const label of press) {
          const top = page.locator('dialog[open]').last();
          const place = (await top.count()) ? top : page.locator('body');
          const exact = { name: label, exact: true };
          await place
            .getByRole('button', exact)
            .or(place.getByRole('menuitem', exact))
            .or(place.getByRole('checkbox', exact))
            .or(place.getByRole('tab', exact))
            .or(place.getByRole('radio', exact))
            .first()
            .click();
        }
        if (/[?]form/.test(path))
          await expect(page.getByRole('dialog').locator('input, textarea').first()).toBeAttached();
        await expectWhole(page, name);
        await expectLargeTextFits(page, name);
      });
    }
    expect(failures).toEqual([]);
  });

test('every public route in Urdu', { tag: '@deep' }, async ({ open, start, allow }) => {
  allow('404 (Not Found)', messages['api.callError'], /ApiError/);
  const company = { language: 'ur', name: 'نان گھر', email: 'office@naan.example' };
  const site = await start(settings, company);
  const page = await open(site);
  const failures: string[] = [];
  const rows = publicRows(await idsOf(site)).filter(([path]) => !path.startsWith('/admin'));
  for (const [path] of rows)
    await judge(failures, path, async () => {
      await page.setViewportSize(desk);
      await page.goto(path);
      await expect(page.locator('html[lang=ur][dir=rtl]')).toBeAttached();
      await expect(topHeading(page).first()).toBeVisible();
      await expectWhole(page, path);
      expect(await page.evaluate(crowdedTexts), path).toEqual([]);
    });
  expect(failures).toEqual([]);
});

for (const role of ['editor', 'recruiter', 'reader'] as const)
  test(`the role ${role} is offered nothing that it may not do`, { tag: '@deep' }, async ({
    open,
    site,
    allow,
  }) => {
    allow('404 (Not Found)', messages['api.callError']);
    const ids = await idsOf(site);
    const page = await open(site, { as: role });
    const refused: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const { row } = matchContract(request.method(), pathname);
      const kind = searchParams.get('resource') ?? undefined;
      if (row && !mayCall(role, row, row.needsOf && kind)) refused.push(`${row.name} on ${page.url()}`);
    });
    const main = page.getByRole('main');
    const sees = (path: string) => {
      const list = screens(ids).find(({ row }) => routeOf(pathOf(row[0])) === routeOf(pathOf(path)))?.list;
      return !list || mayCall(role, list[0]);
    };
    for (const { row, adds } of screens(ids)) {
      const [path, , heading = row[1]] = row;
      await page.goto(path);
      await expect(main.getByRole('heading', { name: heading, level: 1, exact: true })).toBeVisible();
      const no = main.getByText(deskMessages['role.notAllowed']);
      await (sees(path) ? expect(no).toBeHidden() : expect(no).toBeVisible());
      if (!sees(path)) await expect(main.locator('button, a[download]')).toHaveCount(0);
      else if (adds) {
        const button = exactly(main, 'button', adds[0]);
        await expect(button).toHaveCount(mayCall(role, adds[1]) ? 1 : 0);
      }
      const links = await page
        .locator('a[href^="/admin/"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      expect(
        links.filter((link) => !sees(link)),
        `links on ${path}`,
      ).toEqual([]);
    }
    expect(refused, 'calls that the role may not make').toEqual([]);
  });

const pathOf = (address: string) => new URL(address, 'http://studio.example').pathname;
const routePatternOf = ({ path }: ContractRow) => new RegExp(`^${path.replace(/\{\w+\}/, '\\d+')}$`);

async function inspect(
  page: Page,
  rows: Row[],
  { go = (path: string): Promise<unknown> => page.goto(path) } = {},
) {
  const failures: string[] = [];
  for (const [path, title, heading = title] of rows)
    await judge(failures, path, async () => {
      await page.setViewportSize(desk);
      await go(path);
      await expect(page.getByRole('heading', { name: heading, level: 1, exact: true })).toBeVisible();
      await expect
        .poll(async () => (await page.title()).replaceAll('\u00ad', ''))
        .toMatch(new RegExp(`^${title.slice(0, 60)}`));
      await expect(page.getByText(/^Loading.*…$/)).toHaveCount(0);
      await expectWhole(page, path);
      await expectLargeTextFits(page, path);
    });
  expect(failures).toEqual([]);
}

/** Goes on with the next row after a failure, so that one run names them all. */
async function judge(failures: string[], name: string, check: () => Promise<void>) {
  await check().catch((error: Error) => failures.push(`${name}: ${error.message}`));
}

async function expectWhole(page: Page, name: string) {
  await expectAccessible(page, name);
  for (const size of [desk, phone]) {
    await page.setViewportSize(size);
    await atRest(page);
    const found = [
      ...(await page.evaluate(tooWide, scrollsSideways)),
      ...(await page.evaluate(misfits, scrollsSideways)),
    ];
    expect(found, `${name} at ${size.width}`).toEqual([]);
  }
}

/**
 * Text of twice the size fits a phone (WCAG 1.4.4): nothing is wider than the window or the dialog, and no word is on
 * more than two lines.
 */
async function expectLargeTextFits(page: Page, name: string) {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await atRest(page);
  const broken = await page.evaluate(() => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.documentElement;
    const words: string[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('script, style, noscript, [aria-hidden=true]')) continue;
      if (!text.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]{2,}/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const tops = [...range.getClientRects()]
          .filter(({ width }) => width > 1)
          .map(({ top }) => Math.round(top));
        // Names without a blank go on over lines; some labels show their first 59 letters.
        if (word.length < 59 && new Set(tops).size > 2) words.push(`broken: ${word}`);
      }
    }
    return words;
  });
  const wide = await page.evaluate(tooWide, scrollsSideways);
  expect([...wide, ...broken], `${name}: text of twice the size`).toEqual([]);
}

/** Elements that are made to scroll sideways. */
const scrollsSideways =
  '[role=toolbar], nav, [aria-label="Applicants by status"], [aria-label="What waits"], [aria-label="Pages of the CV"], ul[aria-label]:has(> li img), div:has(> [role=tablist]), pre, table, section:has(> table)';

/** Returns the elements that scroll sideways although they are not made for that. Runs in the page. */
function tooWide(made: string) {
  const page = document.documentElement;
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const scrollers = [...(dialog ?? page).querySelectorAll('*')].filter(
    (each) => /auto|scroll/.test(getComputedStyle(each).overflowX) && !each.closest(made),
  );
  return [page, dialog ?? document.querySelector('main') ?? page, ...scrollers]
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => `wide: ${each.localName}.${each.className} ${each.scrollWidth}`);
}

/**
 * Returns controls outside of the window or under 24 px (WCAG 2.5.8), and text in Arabic script without a language,
 * whose lines would touch. Runs in the page.
 */
function misfits(made: string) {
  const page = document.documentElement;
  const root =
    [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main') ?? page;
  const nameOf = (element: Element) =>
    `${element.localName}.${element.className} ${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 60)}`;
  const isInText = (control: Element) =>
    control.matches('a') &&
    getComputedStyle(control).display === 'inline' &&
    control.parentElement?.textContent?.trim() !== control.textContent?.trim();
  const controls = [
    ...root.querySelectorAll('a, button, summary, select, textarea, input:not([type=hidden])'),
  ]
    .filter((control) => !control.closest('[aria-hidden=true], [inert]'))
    // A checkbox or a file input is also pressed by its label.
    .map((control) => ({
      control,
      box: (
        (control.matches('[type=radio], [type=checkbox], [type=file]') && control.closest('label')) ||
        control
      ).getBoundingClientRect(),
    }))
    // Visually hidden elements measure one pixel at most.
    .filter(({ box: { width, height } }) => width > 1 && height > 1);
  const small = controls.filter(
    ({ control, box: { width, height } }) => Math.min(width, height) < 24 && !isInText(control),
  );
  const outside = controls.filter(
    ({ control, box: { left, right } }) =>
      (left < -1 || right > page.clientWidth + 1) && !control.closest(made),
  );
  const unnamed = [
    ...document.querySelectorAll('main :not(option, main [lang], main [lang] *, [contenteditable] *)'),
  ].filter(
    (each) =>
      page.lang !== 'ur' &&
      each.checkVisibility() &&
      [...each.childNodes].some(
        ({ nodeType, textContent }) => nodeType === 3 && /^\P{L}*\p{Script=Arabic}/u.test(textContent ?? ''),
      ),
  );
  return [
    ...small.map(({ control, box }) => `small: ${nameOf(control)} ${box.width} × ${box.height}`),
    ...outside.map(({ control, box }) => `outside: ${nameOf(control)} ${box.left} to ${box.right}`),
    ...unnamed.map((each) => `without a language: ${nameOf(each)}`),
  ];
}

/** Texts whose lines are too close for Nastaliq. Runs in the page. */
function crowdedTexts() {
  return [...document.querySelectorAll('main :is(p, li, dt, dd)')].flatMap((element) => {
    const { fontSize, lineHeight } = getComputedStyle(element);
    const isCrowded = Number.parseFloat(lineHeight) < 2 * Number.parseFloat(fontSize);
    return isCrowded && /^\P{L}*\p{Script=Arabic}/u.test(element.textContent)
      ? [element.textContent.slice(0, 40)]
      : [];
  });
}
