import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from './support/at-rest.ts';
import { launchBrowser } from './support/launch.ts';
import { dot, portfolioPage, stubCategory, stubProject } from './support/portfolio-public.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

const long = 'A film about a river whose name is longer than any title that a poster has had so far';

interface Transition {
  /** The parts that are on both pages, and move from one place to the other. */
  travelled: string[];
  /** The longest animation, in milliseconds. */
  ms: number;
  /** Why the browser skipped the transition, e.g. because two elements have the same name. */
  skipped?: string;
}

interface Recorded {
  transitions: Transition[];
}

/** Records the transitions between pages from now on. Returns those since the last call. */
async function recordTransitions(page: Page): Promise<() => Promise<[Transition, ...Transition[]]>> {
  await page.addInitScript(() => {
    const transitions: Transition[] = [];
    Object.assign(window, { transitions });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      transition.ready.then(
        () => {
          const effects = document
            .getAnimations()
            .flatMap(({ effect }) =>
              effect instanceof KeyframeEffect && effect.pseudoElement ? effect : [],
            );
          const named = (kind: string) =>
            effects.flatMap(({ pseudoElement }) =>
              pseudoElement?.startsWith(`::view-transition-${kind}(`)
                ? pseudoElement.slice(19 + kind.length, -1)
                : [],
            );
          const before = named('old');
          transitions.push({
            travelled: [...new Set(named('new'))]
              .filter((name) => before.includes(name) && name !== 'root')
              .sort(),
            ms: Math.max(0, ...effects.map((effect) => Number(effect.getComputedTiming().endTime))),
          });
        },
        (reason: unknown) => transitions.push({ travelled: [], ms: 0, skipped: String(reason) }),
      );
      return transition;
    };
  });
  return async () => {
    await page.waitForFunction(() => (window as unknown as Recorded).transitions.length > 0);
    await atRest(page);
    return page.evaluate(() => (window as unknown as Recorded).transitions.splice(0) as [Transition]);
  };
}

test('picture and title of a work travel to its page and back, from every list', async () => {
  site.stub.data.categories = [1, 2].map((id) => stubCategory(id));
  site.stub.data.projects = [stubProject(11, 1), stubProject(12, 1, { title: long }), stubProject(21, 2)];
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const transitions = await recordTransitions(page);
  const { heading, link, more } = portfolioPage(page);
  const expectTravelled = async (title: string, ...travelled: string[]) => {
    await heading(title).waitFor();
    const [{ ms, ...transition }, ...others] = await transitions();
    expect([transition, ...others], `to ${title}`).toEqual([{ travelled }]);
    expect(ms, `to ${title}`).toBeLessThanOrEqual(350);
    expect(await page.evaluate(() => scrollY), title).toBe(0);
  };
  const field = ['field-art-1', 'field-panel-1', 'field-title-1'];
  const project = ['project-art-11', 'project-title-11'];

  await page.goto('/');
  const home = await page.getByRole('heading', { level: 1 }).innerText();
  await link('Project 11').click();
  await expectTravelled('Project 11', ...project);
  // Until its own file is loaded, the picture is shown in the file of the page before.
  const large = page.getByRole('img', { name: 'Project 11', exact: true });
  expect(await large.evaluate((image) => image.style.backgroundImage)).toBe(`url("${dot}")`);
  await page.goBack();
  await expectTravelled(home, ...project);

  await page.goto('/portfolio');
  await page.getByRole('listitem').getByRole('link', { name: 'Project 11' }).click();
  await expectTravelled('Project 11', 'project-title-11');
  await page.goBack();
  await expectTravelled('Portfolio', 'project-title-11');
  await link('Field 1').click();
  await expectTravelled('Field 1', ...field);
  await link('Project 11').click();
  await expectTravelled('Project 11', ...project);
  await more.getByRole('link', { name: long }).click();
  await expectTravelled(long, 'project-art-12', 'project-title-12');
  await link('Field 1').first().click();
  await expectTravelled('Field 1', 'project-art-12', 'project-title-12');
  await link('All work').click();
  await expectTravelled('Portfolio', ...field);
  expectQuiet(watch);
  await close();
});
