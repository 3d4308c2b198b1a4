// @module-tag deep/journey: the text of a page once in what is sent, on pages that home visits
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './support/launch.ts';
import { stubCategory, stubProject } from './support/portfolio-public.ts';
import { stubJob, stubMember } from './support/public-records.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
let photo = '';

/** Characters that a browser serialises differently from a host. */
const signs = '<p>One<br>two &amp; three&nbsp;&quot;four&quot; &#8364; 1&lt;2 <b>“five”</b></p>';
const words = `<p>${'Words of a long text, said once. '.repeat(400)}</p>`;
const video = '<iframe class="ql-video" src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe>';

beforeAll(async () => {
  const noise = { raw: { width: 300, height: 300, channels: 3 as const } };
  photo = (
    await sharp(randomBytes(300 * 300 * 3), noise)
      .png()
      .toBuffer()
  ).toString('base64');
});

test.each([
  ['a post', '/view-blog/1', '/publishing'],
  ['a project', '/portfolioOne/1', '/portfolio'],
  ['a job', '/careers/apply/1', '/careers/apply'],
])('the text of %s stands in its page once, and the page is taken over as it is', async (_name, path) => {
  const description = `${signs}<p><img src="data:image/png;base64,${photo}" alt="Noise"></p>${words}${video}<p>اردو میں بھی۔</p>`;
  site.stub.data.blogs = [stubPost(1, { description })];
  site.stub.data.categories = [stubCategory(1)];
  site.stub.data.projects = [stubProject(1, 1, { description })];
  site.stub.data.jobs = [stubJob(1, { description })];
  // The menu has no link to a page without records.
  site.stub.data.team = [stubMember(1)];
  const html = await (await fetch(`${site.app.url}${path}`, { headers: { accept: 'text/html' } })).text();
  // The page contains only the photo's address.
  expect(html).not.toContain(photo.slice(100, 1000));
  expect(html.split(' src="/img/inline/')).toHaveLength(2);
  // Structured data for search engines repeats the text of a job.
  const isJob = path.startsWith('/careers');
  expect(html.length).toBeLessThan(
    description.length - photo.length + words.length * (isJob ? 1.2 : 0.2) + 40_000,
  );
  expect(html.split('<iframe')).toHaveLength(1);

  const { page, watch, close } = await openVisitor(browser.current, site.app, { keepsRequests: true });
  await page.goto(path);
  const text = page.locator('[data-rich-text]');
  const place = page.getByRole('article').first();
  await place.getByRole('img', { name: 'Noise' }).waitFor();
  await expect
    .poll(() => place.getByText('One').first().innerText())
    .toBe('One\ntwo & three\u00a0"four" € 1<2 “five”');
  await text.evaluate((element) => element.firstElementChild?.setAttribute('data-marked', 'yes'));
  const before = await readText();

  const asked = () =>
    watch.requests.filter((each) => /single(Post|Job)|getSingleProject/.test(each.url())).length;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  await page.goBack();
  await place.getByRole('img', { name: 'Noise' }).waitFor();
  expect(await readText()).toEqual(before);
  expect(await place.locator('iframe').count()).toBe(0);
  await expect.poll(() => place.getByRole('button', { name: /^Play the video/ }).count()).toBe(1);
  expect(asked(), 'what the page has brought is fresh').toBeLessThanOrEqual(1);
  expectQuiet(watch);
  await close();

  async function readText() {
    return place.evaluate((element) => ({
      words: (element as HTMLElement).innerText.replace(/\s+/g, ' '),
      images: [...element.querySelectorAll('img')].map((image) => image.src.length),
      urdu: element.querySelector('[lang=ur]')?.textContent,
    }));
  }
});

test('a text that is read again stays in its place, with the video that plays in it', async () => {
  site.stub.data.blogs = [stubPost(1, { description: `${signs}${words}${video}` })];
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  await page.clock.install();
  await page.goto('/view-blog/1');
  const article = page.getByRole('article').first();
  await article.getByRole('button', { name: /^Play the video/ }).click();
  await article.locator('iframe').waitFor();
  const comeBack = async () => {
    await page.clock.fastForward(30_000);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  };
  const [again] = await Promise.all([page.waitForResponse(/\/api\/singlePost\/1/), comeBack()]);
  await again.finished();
  await page.clock.runFor(1_000);
  await expect.poll(() => article.locator('iframe').count()).toBe(1);
  expectQuiet(watch);
  await close();
});
