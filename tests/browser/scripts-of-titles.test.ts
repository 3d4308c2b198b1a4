// @module-tag deep/journey: titles in Arabic script on the page, in the list and in the form
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { pathTo } from '#shared/paths.ts';
import { withEngine } from '../support/engines.ts';
import { blogForm, sendForm } from '../support/forms.ts';
import { blogsScreen } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';

const browser = launchBrowser();
const mixed = 'پشاور کی دیواریں — Walls of Peshawar';
const arabic = 'شركة البرمجيات العربية';
const words = { [mixed]: 'How we painted them, and what people said.', [arabic]: 'العربية تعمل في بيشاور.' };

const styleOf = (
  element: Locator,
  name: 'direction' | 'fontFamily' | 'paddingTop' | 'fontSize' | 'lineHeight',
) => element.evaluate((each, of) => getComputedStyle(each)[of], name);
/** Returns the direction of a title's text, wherever the title is. */
const wayOf = (title: Locator) =>
  title.evaluate((element) => getComputedStyle(element.querySelector('bdi') ?? element).direction);

withEngine('embedded', (engine) => {
  const pathOf: Record<string, string> = {};
  beforeAll(async () => {
    for (const [blog_title, text] of Object.entries(words)) {
      const form = await blogForm({ blog_title, description: `<p>${text}</p>` });
      const { body } = await sendForm(engine.admin.post(callPath(contract.saveBlog)), form);
      pathOf[blog_title] = pathTo('viewBlog', { id: body.data.id });
    }
  });

  test('Arabic is set in Naskh, and a title of its script has room above', async () => {
    const { page, close } = await openVisitor(browser.current, engine.app);
    for (const [path, level] of [
      [pathOf[arabic] as string, 1],
      [pathTo('publishing'), 2],
    ] as const) {
      await page.goto(path);
      for (const name of path === pathTo('publishing') ? [arabic, mixed] : [arabic]) {
        const title = page.getByRole('main').getByRole('heading', { name, level });
        await title.waitFor();
        const [room = 0, size = 0, leading = 0] = await Promise.all(
          (['paddingTop', 'fontSize', 'lineHeight'] as const).map(async (of) =>
            Number.parseFloat(await styleOf(title, of)),
          ),
        );
        expect(room, path).toBeGreaterThan(0.3 * size);
        if (name === arabic) expect(leading, path).toBeLessThan(1.5 * size);
        if (name === arabic) expect(await styleOf(title, 'fontFamily'), path).not.toContain('Nastaliq');
      }
    }
    await page.goto(pathOf[arabic] as string);
    const words = page.getByText('تعمل في بيشاور');
    expect(await styleOf(words, 'fontFamily')).toContain('Naskh');
    await close();
  });

  test('a title in two scripts runs one way on its page, in the list, on the cards of its form and in its field', async () => {
    const visitor = await openVisitor(browser.current, engine.app);
    const ways: Record<string, string> = {};
    for (const [path, level] of [
      [pathOf[mixed] as string, 1],
      [pathTo('publishing'), 2],
    ] as const) {
      await visitor.page.goto(path);
      const title = visitor.page.getByRole('main').getByRole('heading', { name: mixed, level });
      await title.waitFor();
      ways[path] = await wayOf(title);
    }
    await visitor.close();
    const { page, close } = await openAdmin(browser.current, engine);
    await page.goto('/admin/blogs');
    await blogsScreen(page).edit(mixed).click();
    ways.field = await styleOf(page.getByRole('dialog').getByLabel('Title', { exact: true }), 'direction');
    for (const caption of ['As a search result', 'As a link that is shared'])
      ways[caption] = await wayOf(page.locator('figure').filter({ hasText: caption }).getByText(mixed));
    await close();
    expect(new Set(Object.values(ways)), JSON.stringify(ways)).toEqual(new Set(['rtl']));
  });
});
