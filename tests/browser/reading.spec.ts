import { makeBlog } from '../contract/resources/cases.ts';
import { richText, stubJob, stubMember, stubPost } from '../support/stub-rows.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { exactly, labelled, named, topHeading, withText } from './support/names.ts';
import { stubCategory, stubProject } from './support/portfolio-public.ts';

test('home shows the studio and leads on; a new path scrolls up and takes the focus', async ({
  open,
  host,
}) => {
  host.stub.fill({
    categories: [stubCategory(1), stubCategory(2)],
    projects: [stubProject(11, 1), stubProject(21, 2), stubProject(12, 1), stubProject(22, 2)],
    blogs: Array.from({ length: 12 }, (_, at) => stubPost(at + 1, { description: richText })),
    jobs: Array.from({ length: 6 }, (_, at) => stubJob(at + 1)),
  });
  const page = await open(host);
  const main = page.getByRole('main');
  const titles = (section: string) => named(page, 'region', section).getByRole('heading', { level: 3 });
  await page.goto('/');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Selected work',
    'Naqsh means pattern, and imprint',
    'How a film or an app gets made',
    'Latest posts',
    'Open positions',
    'Have something that should leave a mark?',
  ]);
  await expect(main.getByRole('link').first()).toHaveText('Project 11');
  await expect(titles('Selected work')).toHaveText(['Project 21', 'Project 12', 'Project 22']);
  await expect(titles('Latest posts')).toHaveText(['Post 12', 'Post 11', 'Post 10', 'Post 9']);
  await expect(titles('Open positions')).toHaveText(['Job 1', 'Job 2', 'Job 3']);
  await named(page, 'link', 'All positions').click();
  await expect(withText(page, '6 positions')).toBeVisible();
  await named(named(page, 'navigation', 'Main'), 'link', 'Portfolio').click();
  const works = named(page, 'region', /^(All work|Work in Field 2)$/);
  await expect(named(works.locator('li'), 'link', /^Project/)).toHaveText([
    'Project 11',
    'Project 12',
    'Project 21',
    'Project 22',
  ]);
  await named(works, 'link', 'Only Field 2').click();
  await expect(named(works, 'link', /^Project/)).toHaveText(['Project 21', 'Project 22']);
  await expect(page).toHaveURL('/portfolio?category=Field+2#all-work');
  await named(works, 'link', 'All work').click();
  await exactly(page, 'link', 'Field 2').click();
  // A work shows what its list knew before its own call is answered.
  const shown = Promise.withResolvers<void>();
  await page.route('**/api/getSingleProject/21', async (route) => {
    await shown.promise;
    await route.continue();
  });
  await named(page, 'link', 'Project 21').click();
  await expect(topHeading(page)).toHaveText('Project 21');
  shown.resolve();
  await expect(named(page, 'button', 'Enlarge the image')).toBeVisible();

  await page.goto('/publishing');
  await exactly(page, 'link', 'Post 3').scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
  await exactly(page, 'link', 'Post 3').click();
  await expect(topHeading(page)).toHaveText('Post 3');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(main).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Post 3 ·' })).toBeAttached();
  await named(page, 'link', 'All posts').click();
  await named(page, 'link', 'Page 2').click();
  await expect(page).toHaveURL('/publishing?page=2');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Post 2', 'Post 1']);
});

test('on a phone Contact stays in the bar, and the menu has all seven links, by keyboard too', async ({
  open,
  site,
}) => {
  const page = await open(site, { width: 360 });
  const toggle = named(page, 'button', 'Menu');
  const menu = named(page, 'navigation', 'Main');
  await page.goto('/publishing');
  await expect(menu.getByRole('link')).toHaveText(['Contact']);
  await toggle.press('Enter');
  const pages = ['Home', 'Portfolio', 'Publishing', 'Team', 'Careers', 'Jobs', 'Contact'];
  await expect(menu.getByRole('link')).toHaveText(pages);
  await expect(menu.locator('[aria-current]')).toHaveText('Publishing');
  await expectAccessible(page);
  for (const link of await menu.getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.keyboard.press('Escape');
  await expect(menu.getByRole('link')).toHaveText(['Contact']);
  await expect(toggle).toBeFocused();
  await toggle.click();
  await named(menu, 'link', 'Team').click();
  await expect(topHeading(page)).toHaveText('Team');
  await expect(menu.getByRole('link')).toHaveText(['Contact']);
});

test('a post says how long it takes, offers others, and is alone on paper; a page past the end is none', async ({
  open,
  host,
  allow,
}) => {
  allow('404 (Not Found)');
  const words = 'word '.repeat(660);
  const code = `<pre>${'wide '.repeat(60)}</pre><pre>narrow</pre>`;
  host.stub.fill({
    blogs: [
      ...[1, 2, 3, 4].map((id) => stubPost(id)),
      stubPost(5, { description: `<p>${words}</p>${code}` }),
      stubPost(6, { is_active: 0 }),
    ],
  });
  const page = await open(host, { width: 360 });
  const article = page.getByRole('article');
  const more = named(page, 'region', 'More posts');
  await page.goto('/view-blog/5');
  await expect(article).toContainText('3 min read');
  await expect(more.getByRole('link')).toHaveText(['Post 4', 'Post 3', 'Post 2']);
  await expect(article.locator('pre[tabindex="0"]')).toHaveText(/^wide/);
  await page.emulateMedia({ media: 'print' });
  await expect(more).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(article).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  expect((await page.goto('/publishing?page=7'))?.status()).toBe(404);
  await named(page, 'link', 'Go to the first page').click();
  await expect(exactly(page, 'link', 'Post 5')).toBeVisible();
});

test('titles and texts in Urdu and Arabic run their way, in faces of their own; English fetches none of these', async ({
  open,
  site,
  host,
}) => {
  const urdu = 'پشاور کی دیواریں — Walls of Peshawar';
  const arabic = 'شركة البرمجيات العربية';
  const list = '<ol><li data-list="bullet">پہلی بات</li></ol><blockquote>جو نقش چھوڑے</blockquote>';
  const english = '<p>This paragraph stands in English, and runs its own way.</p>';
  const { id } = await makeBlog(site, {
    blog_title: urdu,
    description: `<p>پشاور میں ہم نے فلم بنائی۔</p>${list}${english}`,
  });
  const naskh = await makeBlog(site, { blog_title: arabic, description: '<p>العربية تعمل في بيشاور.</p>' });
  const page = await open(site, { width: 360 });
  const title = topHeading(page);
  const article = page.getByRole('article');
  await page.goto(`/view-blog/${id}`);
  await expect(title.locator('bdi').or(title).last()).toHaveCSS('direction', 'rtl');
  await expect(page.locator('[lang=ur]').filter({ hasText: urdu }).first()).toBeVisible();
  await expect(article.locator('li')).toHaveCSS('padding-left', '0px');
  await expect(article.locator('li')).not.toHaveCSS('padding-right', '0px');
  await expect(article.locator('blockquote')).toHaveCSS('border-right-width', '3px');
  const plain = article.getByText('This paragraph stands in English');
  await expect(plain).toHaveCSS('direction', 'ltr');
  await expect(plain).toHaveAttribute('lang', 'en');
  await page.goto(`/view-blog/${naskh.id}`);
  await expect(title).not.toHaveCSS('font-family', /Nastaliq/);
  await expect(page.getByText('تعمل في بيشاور')).toHaveCSS('font-family', /Naskh/);
  await page.goto('/publishing');
  await expect(
    page
      .getByRole('heading', { name: urdu, level: 2 })
      .locator('bdi')
      .or(named(page, 'heading', urdu))
      .last(),
  ).toHaveCSS('direction', 'rtl');

  // In the form they run right to left while they are written.
  const admin = await open(site, { as: 'owner' });
  await admin.goto(`/admin/blogs?form=${id}`);
  const field = labelled(admin.getByRole('dialog'), 'Title');
  const area = admin.locator('.ql-editor');
  for (const each of [field, area]) {
    await expect(each).toHaveAttribute('dir', 'rtl');
    await expect(each).toHaveAttribute('lang', 'ur');
  }
  await field.fill('English');
  await expect(field).toHaveAttribute('dir', 'ltr');

  host.stub.fill({ blogs: [stubPost(1)] });
  const reader = await open(host);
  const fonts: string[] = [];
  reader.on('request', (request) => void (/\.woff2/.test(request.url()) && fonts.push(request.url())));
  await reader.goto('/view-blog/1');
  await reader.evaluate(() => document.fonts.ready.then(() => undefined));
  expect(fonts.length).toBeGreaterThan(0);
  expect(fonts.filter((url) => /nastaliq/.test(url))).toEqual([]);
});

test('nothing comes from a video host until somebody asks; without scripts a video is a link', async ({
  open,
  host,
}) => {
  const embeds = [
    '<iframe class="ql-video" src="https://www.youtube.com/embed/aqz-KE-bpKQ?start=5" title="Birds"></iframe>',
    '<iframe class="ql-video" src="https://player.vimeo.com/video/76979871"></iframe>',
  ];
  const description = `<p>Before.</p>${embeds.join('')}<p>After.</p>`;
  host.stub.fill({ blogs: [stubPost(1, { description })] });
  const page = await open(host, { width: 360 });
  const asked: string[] = [];
  page.on(
    'request',
    (request) => void (/youtube|ytimg|vimeo/.test(request.url()) && asked.push(request.url())),
  );
  await page.goto('/view-blog/1');
  const article = page.getByRole('article').first();
  const birds = named(article, 'button', /Play Birds.*YouTube/);
  await birds.focus();
  const [before, below] = [await birds.boundingBox(), await article.getByText('After.').boundingBox()];
  expect(asked).toEqual([]);
  await page.keyboard.press('Space');
  const player = article.locator('iframe');
  await expect(player).toBeFocused();
  await expect(player).toHaveAttribute('title', 'Birds');
  await expect(player).toHaveAttribute('sandbox', /allow-same-origin/);
  expect(await player.boundingBox()).toEqual(before);
  expect(await article.getByText('After.').boundingBox()).toEqual(below);
  await named(article, 'button', /Play the video.*Vimeo/).click();
  await expect
    .poll(() => asked)
    .toEqual([
      'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?start=5&autoplay=1',
      'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1',
    ]);

  const plain = await open(host, { javaScriptEnabled: false });
  await plain.goto('/view-blog/1');
  await expect(named(plain, 'link', /Play Birds/)).toHaveAttribute(
    'href',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=5',
  );
  await expect(plain.locator('iframe')).toHaveCount(0);
});

test('the team stands in its order, by department', async ({ open, host, allow }) => {
  allow('/api/team', 'ApiError');
  const urdu = 'محمد عبدالرحمٰن خان یوسفزئی پشاوری';
  const long = `Began with a borrowed camera.\nKeeps it still. ${'It has seen weddings and floods. '.repeat(4)}`;
  host.stub.fill({
    team_members: [
      stubMember(3, { name: 'Third', department: 'Film', v_order: 30 }),
      stubMember(1, {
        name: 'Zarmina Khattak',
        department: 'Studio',
        bio: long,
        v_order: 10,
        linkedin_url: 'javascript:alert(1)',
      }),
      stubMember(2, {
        name: urdu,
        department: 'Film',
        bio: urdu,
        v_order: 20,
        facebook_url: 'https://www.facebook.com/u',
      }),
      stubMember(6, { name: 'Somebody who left', is_active: 0, v_order: 5 }),
      // Teams of twelve or fewer are one list.
      ...Array.from({ length: 10 }, (_, at) =>
        stubMember(10 + at, { department: 'Games', v_order: 60 + at }),
      ),
    ],
  });
  const page = await open(host);
  const names = (department: string) =>
    exactly(page, 'region', department).getByRole('heading', { level: 3 });
  await page.goto('/team');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Film',
    'Games',
    'Across the company',
    'Who we are',
  ]);
  await expect(names('Film')).toHaveText([urdu, 'Third']);
  await expect(names('Across the company')).toHaveText(['Zarmina Khattak']);
  await expect(page.getByText('Somebody who left')).toHaveCount(0);
  await expect(named(page, 'heading', urdu)).toHaveCSS('direction', 'rtl');
  await expect(named(page.getByRole('main'), 'link', /on LinkedIn$/)).toHaveCount(0);
  await expect(named(page.getByRole('main'), 'link', /on Facebook$/)).toHaveAttribute('rel', /noopener/);
  const rest = page.getByText('It has seen weddings and floods.').last();
  await expect(rest).toBeHidden();
  await page.locator('summary').filter({ hasText: 'More about Zarmina Khattak' }).press('Enter');
  await expect(rest).toBeVisible();
});

test('the page for an unknown address has its art beside its words', async ({ open, site, allow }) => {
  allow('404 (Not Found)');
  const page = await open(site);
  await page.goto('/no/such/page');
  const title = await topHeading(page).boundingBox();
  const art = await page.getByRole('main').locator('picture img').boundingBox();
  expect(art?.x).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? 0));
});
