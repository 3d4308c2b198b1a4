import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withEngine } from '../support/engines.ts';
import { applicantsScreen, applyTo, fillWithApplicants } from './support/applicants-admin.ts';
import { expectAccessible } from './support/axe.ts';
import { launchBrowser } from './support/launch.ts';
import { unbroken, urdu } from './support/long-names.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

test('all of it is of use on a phone, with the longest names', async () => {
  fillWithApplicants(site.stub);
  const { page, watch, close } = await openAdmin(browser.current, site, { width: 360, height: 740 });
  const { review, ...screen } = applicantsScreen(page);
  await page.goto('/admin/applicants');
  await screen.row(unbroken).waitFor();
  await expectFits(page, 'list');
  await page.getByRole('button', { name: 'Filters' }).click();
  await screen.read.selectOption({ label: 'Unread' });
  await expect.poll(screen.names).toHaveLength(2);
  await expectFits(page, 'filters');
  await screen.choose(urdu).check();
  await page.getByRole('button', { name: 'More for the selected applicants' }).click();
  await screen.item('Mark as read').click();
  await expect.poll(() => site.stub.data.applicants[0]?.is_read).toBe(1);
  await screen.link(unbroken).click();
  await review.name(unbroken).waitFor();
  await expectFits(page, 'review');
  expect(await page.getByRole('dialog').evaluate(sidewaysInside)).toEqual([]);
  await review.status(unbroken, 'New').click();
  await screen.item('Offered').click();
  await review.status(unbroken, 'Offered').waitFor();
  await expectAccessible(page, 'the sheet');
  await review.close.click();
  await review.pane.waitFor({ state: 'hidden' });
  await screen.read.selectOption({ label: 'Read and unread' });
  await screen.view('Board').click();
  await screen.board.cards('Offered').first().waitFor();
  await expectFits(page, 'board');
  await page.getByRole('button', { name: `Move ${unbroken}` }).click();
  await screen.item('Hired').click();
  await screen.board.cards('Hired').filter({ hasText: unbroken }).waitFor();
  await expect.poll(() => site.stub.data.applicants[1]?.status).toBe('hired');
  expectQuiet(watch);
  await close();
});

test('a card is dragged to another column, and only a drop on one moves it', async () => {
  fillWithApplicants(site.stub);
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { board } = applicantsScreen(page);
  await page.goto('/admin/applicants?view=board');
  await board.card('Person 3').waitFor();
  const answers: string[] = [];
  page.on('response', (answer) => answers.push(answer.url()));
  await drag(page, 'Person 3', 'New');
  await board.cards('New').filter({ hasText: 'Person 3' }).waitFor();
  await expect.poll(() => site.stub.data.applicants[2]?.status).toBe('new');
  await expect.poll(() => new URL(page.url()).search).toBe('?view=board');
  // What is saved is read again, and the card may find another place in its column.
  const afterSaving = () => {
    const saved = answers.findIndex((url) => url.includes('/api/updateApplicantStatus/3'));
    return saved < 0 ? [] : answers.slice(saved);
  };
  await expect.poll(afterSaving).toContainEqual(expect.stringMatching(/getApplicants\?.*status=new/));
  await drag(page, 'Person 3', 'Reviewing', { cancel: true });
  await board.cards('New').filter({ hasText: 'Person 3' }).waitFor();
  expect(site.stub.requestsTo('/api/updateApplicantStatus/3')).toHaveLength(1);
  expectQuiet(watch);
  await close();
});

async function drag(page: Page, name: string, status: string, { cancel = false } = {}): Promise<void> {
  const { board } = applicantsScreen(page);
  const card = board.card(name);
  await card.hover({ position: { x: 60, y: 20 } });
  await page.mouse.down();
  const from = await card.boundingBox();
  const to = await board.column(status).boundingBox();
  if (!from || !to) throw new Error('drag: there is no such card or column');
  // The first move lifts the card and carries it nowhere; a busy browser makes one of all moves that wait.
  await page.mouse.move(from.x + 60, from.y + 40, { steps: 2 });
  await card.and(page.locator('[data-dragging]')).waitFor();
  await page.mouse.move(to.x + to.width / 2, to.y + 80, { steps: 4 });
  await board.column(status).and(page.locator('[data-over]')).waitFor();
  if (cancel) await page.keyboard.press('Escape');
  await page.mouse.up();
}

withEngine('embedded', (engine) => {
  test('axe finds nothing on a CV in place', async () => {
    await applyTo(engine, undefined, { name: 'Zeynep', email: 'zeynep@applicant.example' });
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { review, ...screen } = applicantsScreen(page);
    await page.goto('/admin/applicants?search=zeynep');
    await screen.link('Zeynep').click();
    await review.pages.first().getByText('Curriculum vitae').waitFor();
    await expectAccessible(page, 'a CV');
    await review.button('Larger').click();
    await review.button('Larger').click();
    await review.pages.first().locator('canvas').waitFor();
    await expectAccessible(page, 'a CV that is larger than its place');
    expectQuiet(watch);
    await close();
  });
});

/** Nothing reaches past the right or left edge, so that the page does not scroll sideways. */
async function expectFits(page: Page, name: string): Promise<void> {
  const over = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(over, `${name} is too wide by`).toBe(0);
}

/** What scrolls sideways inside of the element, by its class. */
function sidewaysInside(element: Element): string[] {
  return [...element.querySelectorAll('*')]
    .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX))
    .filter((each) => each.scrollWidth > each.clientWidth)
    .map((each) => `${each.localName}.${each.className}`);
}
