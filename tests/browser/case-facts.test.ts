import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { makeProject } from '../contract/resources/cases/projects.ts';
import { makeMember } from '../contract/resources/cases/team.ts';
import { withEngine } from '../support/engines.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { projectsScreen } from './support/portfolio-admin.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('the facts of a project are written in its form, and its page shows them', async () => {
    const project = await makeProject(engine, { title: 'Salt Road' });
    await makeMember(engine);
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { editProject: form } = projectsScreen(page);
    const field = (name: string) => form.dialog.getByLabel(name, { exact: true });
    await page.goto(`/admin/portfolio/projects/${project.category_id}?form=${project.id}`);
    await field('Client').fill('Khyber Rail');
    await field('Year').fill('1899');
    await field('Services').fill('Film\n\nEdit');
    await field('Result').fill('Watched by 2.1 million people');
    await field('Client quote').fill('They listened.');
    await field('Quote by').fill('Sana Gul, head of programmes');
    await form.dialog.getByRole('button', { name: 'Add a person' }).click();
    const figure = (number: number) =>
      form.dialog
        .getByRole('list', { name: 'Figures' })
        .getByRole('listitem')
        .nth(number - 1);
    await form.dialog.getByRole('button', { name: 'Add a figure' }).click();
    await figure(1).getByLabel('Value').fill('24 min');
    await figure(1).getByLabel('Label').fill('long');
    await form.dialog.getByRole('button', { name: 'Add a figure' }).click();
    await figure(2).getByLabel('Value').fill('9');
    await form.submit.click();
    await form.says('This must be a whole number from 1900 to 2100.').waitFor();
    expect(await field('Year').evaluate((input) => input === document.activeElement)).toBe(true);
    await field('Year').fill('2024');
    await form.submit.click();
    await form.says('Line 2: the label is missing.').first().waitFor();
    const label = figure(2).getByLabel('Label');
    await expect.poll(() => label.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('festivals');
    // A member of the team is recognised by their name; the role may be left out.
    const person = (number: number) =>
      form.dialog
        .getByRole('list', { name: 'Credits' })
        .getByRole('listitem')
        .nth(number - 1);
    await person(1).getByLabel('Name', { exact: true }).pressSequentially('Zarghoona Ünal');
    await person(1).getByText('Links to the team page.').waitFor();
    await person(1).getByLabel('Role (optional)').fill('Sound');
    await form.dialog.getByRole('button', { name: 'Add a person' }).click();
    await person(2).getByLabel('Role (optional)').fill('Edit');
    await form.submit.click();
    await form.dialog.getByText('Line 2: the name is missing.').first().waitFor();
    await expect
      .poll(() =>
        person(2)
          .getByLabel('Name', { exact: true })
          .evaluate((input) => input === document.activeElement),
      )
      .toBe(true);
    await page.keyboard.type('Ali Raza');
    await form.dialog.getByRole('button', { name: 'Move Ali Raza up' }).click();
    const captions = form.dialog.getByLabel('Captions (.vtt)');
    const vtt = (words: string) => ({ name: 'road.vtt', mimeType: 'text/vtt', buffer: Buffer.from(words) });
    await captions.setInputFiles(vtt('WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nThe road\n'));
    await form.submit.click();
    await form.says('captions: line 3 of this file is not a valid WebVTT caption.').first().waitFor();
    await captions.setInputFiles(vtt('WEBVTT\n\n00:01.000 --> 00:02.000\nThe road\n'));
    await form.submit.click();
    await toast(page, 'Project updated successfully').waitFor();
    const refused = 'captions: line 3 of this file is not a valid WebVTT caption.';
    const path = callPath(contract.updateProject, { id: project.id });
    expectQuiet(watch, [failedToLoad(422, path), apiCallError(refused)]);
    await close();

    for (const width of [360, 1440]) {
      const visitor = await openVisitor(browser.current, engine.app, { width });
      await visitor.page.goto(`/portfolioOne/${project.id}`);
      await visitor.page.getByText('Watched by 2.1 million people').waitFor();
      const track = visitor.page.locator('video track');
      expect(await track.getAttribute('kind')).toBe('captions');
      expect(await track.getAttribute('srclang')).toBe('en');
      const served = await visitor.page.request.get((await track.getAttribute('src')) ?? '');
      expect(await served.text()).toContain('The road');
      const shown = () => track.evaluate(({ track: captions }: HTMLTrackElement) => captions.mode);
      expect(await shown()).toBe('disabled');
      await visitor.page.getByRole('button', { name: 'Play the video' }).click();
      await expect.poll(shown).toBe('showing');
      const figures = visitor.page.locator('article dl').first();
      expect(await figures.locator('dt, dd').allTextContents()).toEqual(['long', '24 min', 'festivals', '9']);
      const places = await figures
        .locator('dd')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
      expect(new Set(places).size).toBe(1);
      const facts = visitor.page.locator('article dl').nth(1);
      expect(await facts.locator('dt').allTextContents()).toEqual([
        'Client',
        'Year',
        'Services',
        'Category',
        'Made with',
      ]);
      expect(await facts.locator('dd').first().innerText()).toBe('Khyber Rail');
      expect(await facts.getByText('Edit', { exact: true }).count()).toBe(1);
      const quote = visitor.page.getByRole('figure').filter({ hasText: 'They listened.' });
      expect(await quote.getByRole('blockquote').innerText()).toBe('They listened.');
      expect(await quote.innerText()).toContain('Sana Gul, head of programmes');
      // The first picture fills its frame, and the facts are above the text on a phone and beside it on a wide screen.
      const first = visitor.page.getByRole('img', { name: 'Salt Road', exact: true });
      expect(await first.evaluate((image) => getComputedStyle(image).objectFit)).toBe('cover');
      const heading = visitor.page.getByRole('heading', { name: 'It moves' });
      const isAbove = async () => {
        const [box, below] = [await facts.boundingBox(), await heading.boundingBox()];
        return box && below && box.y + box.height < below.y;
      };
      // Pictures that arrive meanwhile move both.
      await expect.poll(isAbove).toBe(width === 360);
      const credits = visitor.page.getByRole('region', { name: 'Credits' });
      expect(await credits.locator('dt, dd').allTextContents()).toEqual([
        'Edit',
        'Ali Raza',
        'Sound',
        'Zarghoona Ünal',
      ]);
      await expectAccessible(visitor.page, `a project with facts at ${width} px`);
      await credits.getByRole('link', { name: 'Zarghoona Ünal' }).click();
      await visitor.page.locator('li:focus').getByRole('heading', { name: 'Zarghoona Ünal' }).waitFor();
      const member = visitor.page.locator('li:focus-within');
      const works = member.getByRole('list', { name: 'Work by Zarghoona Ünal' });
      await works.getByRole('link', { name: 'Salt Road' }).click();
      await visitor.page.getByRole('heading', { name: 'Salt Road', level: 1 }).waitFor();
      expectQuiet(visitor.watch);
      await visitor.close();
    }
  });
});
