import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeProject } from '../contract/resources/cases/projects.ts';
import { withEngine } from '../support/engines.ts';
import { noisyPng } from '../support/files.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { projectsScreen } from './support/portfolio-admin.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('a picture between paragraphs gets a caption, a description and a width, by keys too, and readers see them', async () => {
    const project = await makeProject(engine, {
      title: 'Salt Road',
      description: `<p>Before the <a href="https://studio.example/salt">road</a>.</p><p>After the road.</p><table><thead><tr><th>Salt</th>${'<th>Kilometres</th>'.repeat(9)}</tr></thead><tbody><tr><th>Road</th>${'<td>1</td>'.repeat(9)}</tr></tbody></table>`,
    });
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { editProject: form } = projectsScreen(page);
    await page.goto(`/admin/portfolio/projects/${project.category_id}?form=${project.id}`);
    const tools = form.dialog.getByRole('group', { name: 'Picture' });
    const tool = (name: string) => tools.getByRole('button', { name, exact: true });
    const caption = form.text.getByRole('textbox', { name: 'Caption' });

    // The cursor is in the middle of a paragraph, which stays whole.
    await form.text.getByText('Before the road.').click();
    await insertPicture(page, form.tool('Insert image'), await noisyPng(1800, 900));
    await form.dialog.getByLabel('Describe the image').fill('A road of salt');
    await form.dialog.getByRole('button', { name: 'Keep' }).click();
    await expect.poll(() => parts(form.text)).toEqual(['p', 'figure', 'p', 'table']);

    await form.text.getByRole('img', { name: 'A road of salt' }).click();
    await expect.poll(() => tool('In the text').getAttribute('aria-pressed')).toBe('true');
    await tool('Wide').click();
    await expect.poll(() => tool('Wide').getAttribute('aria-pressed')).toBe('true');
    await tool('Caption').click();
    await page.keyboard.type('The road at noon');
    await page.keyboard.press('Control+b');
    // Enter leads on to the text below the picture.
    await page.keyboard.press('Enter');
    await page.keyboard.type('Then: ');
    await expect.poll(() => form.text.locator('p').last().textContent()).toBe('Then: After the road.');
    await expect.poll(() => caption.innerHTML()).toBe('The road at noon');
    await expect.poll(() => tools.count()).toBe(0);

    // By keys alone: onto the picture, to its tools, and back.
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await tools.waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedText(page)).toBe('In the text');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => tool('Full width').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => tools.count()).toBe(0);
    await expect.poll(() => form.dialog.isVisible()).toBe(true);

    // Text that is typed into a caption is undone like other text.
    await caption.click();
    await page.keyboard.press('End');
    await page.waitForTimeout(1100);
    await page.keyboard.type('!');
    await expect.poll(() => caption.textContent()).toBe('The road at noon!');
    await page.keyboard.press('Control+z');
    await expect.poll(() => caption.textContent()).toBe('The road at noon');

    await form.submit.click();
    await toast(page, 'Project updated successfully').waitFor();
    expectQuiet(watch);
    await close();

    for (const width of [360, 1440]) {
      const visitor = await openVisitor(browser.current, engine.app, { width });
      await visitor.page.goto(`/portfolioOne/${project.id}`);
      const figure = visitor.page.getByRole('figure').filter({ hasText: 'The road at noon' });
      const image = figure.getByRole('img', { name: 'A road of salt' });
      // No toolbar of a project makes links and tables; those that are stored stay.
      const stored = visitor.page.getByRole('article').getByRole('link', { name: 'road', exact: true });
      await expect.poll(() => stored.getAttribute('href')).toBe('https://studio.example/salt');
      const table = visitor.page.getByRole('table');
      await expect.poll(() => table.locator('th[scope=col]').count()).toBe(10);
      await expect.poll(() => table.locator('th[scope=row]').allTextContents()).toEqual(['Road']);
      // A phone scrolls the table, not the page.
      if (width < 600) await expect.poll(() => table.getAttribute('tabindex')).toBe('0');
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
        .toBeGreaterThan(0);
      expect(await image.getAttribute('loading')).toBe('lazy');
      expect(await image.getAttribute('sizes')).toBe('min(100vw, 88rem)');
      expect([await image.getAttribute('width'), await image.getAttribute('height')]).toEqual([
        '1800',
        '900',
      ]);
      // A phone shows it from edge to edge of the screen, a wide window over the whole content of the page.
      const [box, head] = await Promise.all([
        image.boundingBox(),
        visitor.page.getByRole('article').locator('header').boundingBox(),
      ]);
      const whole = width < 600 ? { x: 0, width } : { x: head?.x ?? 0, width: head?.width ?? 0 };
      expect(Math.round(box?.x ?? -1)).toBe(Math.round(whole.x));
      expect(Math.round(box?.width ?? 0)).toBe(Math.round(whole.width));
      expect(
        await visitor.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true);
      await expectAccessible(visitor.page, `at ${width} px`);
      expectQuiet(visitor.watch);
      await visitor.close();
    }
  });
});

async function insertPicture(page: Page, button: Locator, buffer: Buffer): Promise<void> {
  const [picker] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await picker.setFiles({ name: 'road.png', mimeType: 'image/png', buffer });
}

/** Returns the names of the elements that the text consists of. */
function parts(area: Locator): Promise<string[]> {
  return area.evaluate((element) => [...element.children].map(({ localName }) => localName));
}

function focusedText(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}
