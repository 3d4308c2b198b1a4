import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { makeBlog, makeJob, makeProject } from '../contract/resources/cases.ts';
import { expect, test } from './fixtures.ts';
import { named, topHeading } from './support/names.ts';

const video = '<iframe class="ql-video" src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe>';
const words = `<p>${'Words of a long text, said once. '.repeat(400)}</p>`;

test('the text of a post, a project and a job stands in its page once, and the page is taken over as it is', async ({
  open,
  site,
}) => {
  const noise = { raw: { width: 300, height: 300, channels: 3 as const } };
  const photo = (
    await sharp(randomBytes(300 * 300 * 3), noise)
      .png()
      .toBuffer()
  ).toString('base64');
  // Characters that a browser serialises differently from a host.
  const signs = '<p>One<br>two &amp; three&nbsp;&quot;four&quot; &#8364; 1&lt;2 <b>“five”</b></p>';
  const description = `${signs}<p><img src="data:image/png;base64,${photo}" alt="Noise"></p>${words}${video}`;
  const post = await makeBlog(site, { blog_title: 'Said once', description });
  const project = await makeProject(site, { title: 'Said once', description });
  const job = await makeJob(site, { title: 'Said once', description, status: 'open' });
  const page = await open(site);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/single(Post|Job)|getSingleProject/.test(request.url())) asked.push(request.url());
  });
  for (const path of [`/view-blog/${post.id}`, `/portfolioOne/${project.id}`, `/careers/apply/${job.id}`]) {
    const html = await (await page.request.get(path, { headers: { accept: 'text/html' } })).text();
    // The page has the address of the photo alone, and no frame before somebody wants it.
    expect(html).not.toContain(photo.slice(100, 1000));
    expect(html.split(' src="/img/inline/')).toHaveLength(2);
    expect(html).not.toContain('<iframe');
    // Descriptions have its beginning; structured data for search engines repeats the text of a job.
    const times = path.startsWith('/careers') ? 2 : 1;
    expect(html.split('said once. Words').length).toBeLessThan(times * 400 + 100);

    await page.goto(path);
    const place = page.getByRole('article').first();
    await expect(named(place, 'img', 'Noise')).toBeVisible();
    expect(await place.getByText('One').first().innerText()).toBe(
      'One\ntwo & three\u00a0"four" € 1<2 “five”',
    );
    await named(named(page, 'navigation', 'Main'), 'link', 'Team').click();
    await expect(topHeading(page, 'Team')).toBeVisible();
    await page.goBack();
    await expect(named(place, 'button', /^Play the video/).first()).toBeVisible();
    expect(asked.splice(0).length, 'what the page has brought is fresh').toBeLessThanOrEqual(1);
  }
});
