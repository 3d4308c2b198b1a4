import { categoryPath } from '#shared/category-path.ts';
import { pathTo } from '#shared/paths.ts';
import { expect, expectAccessible, hold, scripts, test } from './fixtures.ts';
import { named } from './support/names.ts';
import { galleryOf, portfolioPage, stubCategory, stubProject } from './support/portfolio-public.ts';

test('a visitor goes from the categories to a work and on, and fetches its film by asking for it', async ({
  open,
  site,
}) => {
  const { body } = await site.visitor.get('/api/getProjects/1');
  const works: { id: number; title: string; video: string | null }[] = body.data.data;
  const film = works.find(({ video }) => video);
  if (!film) throw new Error('The sample has no film.');
  const { title } = (await site.visitor.get('/api/getSingleCategory/1')).body.data;
  const page = await open(site, { width: 390 });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  const { heading, link, play, player, more } = portfolioPage(page);
  await page.goto('/portfolio');
  await link(title).click();
  await expect(heading(title)).toBeVisible();
  await expect(page).toHaveURL(categoryPath(title));
  await page.reload();
  await link(film.title).first().click();
  await expect(heading(film.title)).toBeVisible();
  await expect(page).toHaveURL(pathTo('portfolioItem', { id: film.id }));
  await play.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(asked).not.toContain(film.video);
  await play.click();
  await expect.poll(() => asked).toContain(film.video);
  await expect(player).toHaveJSProperty('paused', false);
  await more.getByRole('link').first().click();
  await expect(heading(film.title)).toBeHidden();
  await page.goBack();
  await expect(heading(film.title)).toBeVisible();
});

test('a gallery is moved by thumbnails, buttons, keys and hand, keeps its place when turned, and is enlarged', {
  tag: '@deep',
}, async ({ open, host }) => {
  host.stub.fill({
    categories: [stubCategory(11)],
    projects: [stubProject(111, 11, { title: 'Twelve' }, 12), stubProject(112, 11, { title: 'One' })],
  });
  const page = await open(host);
  const gallery = galleryOf(page, 'Twelve');
  const isAt = async (number: number) => {
    await expect(gallery.counted(`Image ${number} of 12`)).toBeVisible();
    await expect.poll(gallery.shown).toBe(number);
  };
  // Moved before its scripts come, it stays where it was moved to.
  const release = await hold(page, scripts);
  const arrived = page.goto('/portfolioOne/111');
  await expect.poll(() => gallery.stage.evaluate((row) => row.scrollWidth > row.clientWidth * 5)).toBe(true);
  await gallery.stage.evaluate((row) => row.scrollTo({ left: row.clientWidth * 4, behavior: 'instant' }));
  release();
  await arrived;
  await isAt(5);

  await gallery.thumbnail(3).click();
  await isAt(3);
  await expect(gallery.thumbnail(3)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await isAt(5);
  await expect(gallery.thumbnail(5)).toBeFocused();
  await page.keyboard.press('End');
  await isAt(12);
  await expect(gallery.next).toHaveAttribute('aria-disabled', 'true');
  await gallery.previous.click();
  await isAt(11);
  for (const dir of ['rtl', 'ltr'] as const) {
    await page.locator('main').evaluate((main, dir) => main.setAttribute('dir', dir), dir);
    await gallery.stage.focus();
    await page.keyboard.press('End');
    await page.keyboard.press(dir === 'ltr' ? 'ArrowLeft' : 'ArrowRight');
    await isAt(11);
    const before = await gallery.width();
    await page.setViewportSize(dir === 'rtl' ? { width: 390, height: 844 } : { width: 844, height: 390 });
    await expect.poll(gallery.width).not.toBe(before);
    await isAt(11);
    await page.keyboard.press('Home');
    await isAt(1);
  }

  await gallery.enlarge.click();
  await expect(named(gallery.dialog, 'button', 'Close')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(gallery.large).toHaveAttribute('alt', 'Twelve, image 2 of 12');
  await named(gallery.dialog, 'button', 'Previous image').click();
  await expect(gallery.large).toHaveAttribute('alt', 'Twelve');
  await page.keyboard.press('End');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(gallery.enlarge).toBeFocused();
  await isAt(12);

  // One picture alone has nothing to choose from.
  await page.goto('/portfolioOne/112');
  await galleryOf(page, 'One').enlarge.click();
  await expect(page.getByRole('dialog').getByRole('button')).toHaveCount(1);
});
