// @module-tag deep/journey: the video of a post that home and write-a-post read
import { expect, test } from 'vitest';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

const embeds = [
  '<iframe class="ql-video" src="https://www.youtube.com/embed/aqz-KE-bpKQ?start=5" title="Birds"></iframe>',
  '<iframe class="ql-video" src="https://player.vimeo.com/video/76979871"></iframe>',
];

const fill = () => {
  site.stub.data.blogs = [
    stubPost(1, { blog_title: 'Two videos', description: `<p>Before.</p>${embeds.join('')}<p>After.</p>` }),
  ];
};

test.each([360, 1440])('at %i px nothing comes from a video host until somebody asks', async (width) => {
  fill();
  const { page, watch, videos, close } = await openVisitor(browser.current, site.app, {
    width,
    keepsRequests: true,
  });
  await page.goto('/view-blog/1');
  const article = page.getByRole('article').first();
  const birds = article.getByRole('button', { name: /Play Birds.*YouTube/ });
  await birds.waitFor();
  expect(await article.locator('iframe').count()).toBe(0);
  expect(videos).toEqual([]);
  expect(watch.requests.filter((each) => /youtube|ytimg|vimeo/.test(each.url()))).toEqual([]);

  await birds.focus();
  const before = await birds.boundingBox();
  const after = article.getByText('After.');
  const below = await after.boundingBox();
  await birds.focus();
  await page.keyboard.press('Space');
  const player = article.locator('iframe');
  await expect.poll(() => videos.length).toBe(1);
  expect(videos[0]).toBe('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?start=5&autoplay=1');
  expect(await player.evaluate((frame) => document.activeElement === frame)).toBe(true);
  await expect.poll(() => player.getAttribute('title')).toBe('Birds');
  expect((await player.getAttribute('sandbox'))?.split(' ')).toContain('allow-same-origin');
  expect(await player.boundingBox()).toEqual(before);
  expect(await after.boundingBox()).toEqual(below);

  await article.getByRole('button', { name: /Play the video.*Vimeo/ }).click();
  await expect.poll(() => videos[1]).toBe('https://player.vimeo.com/video/76979871?dnt=1&autoplay=1');
  expectQuiet(watch);
  await close();
});

test('without scripts a video is a link to its page', async () => {
  fill();
  const context = await browser.current.newContext({ baseURL: site.app.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/view-blog/1');
  const link = page.getByRole('link', { name: /Play Birds/ });
  await expect.poll(() => link.getAttribute('href')).toBe('https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=5');
  expect(await page.locator('iframe').count()).toBe(0);
  await context.close();
});
