import type { Page } from 'playwright-core';
import type { IntakeItem } from '#shared/schemas/intake.ts';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import { unbroken, urdu } from './long-names.ts';

/** The screen of waiting forms, and the banner above every screen, by what a user sees. */
export function intakeScreen(page: Page) {
  const main = page.getByRole('main');
  const rows = main.getByRole('list', { name: 'Waiting forms' }).getByRole('link');
  return {
    rows,
    row: (words: string) => rows.filter({ hasText: words }),
    empty: main.getByText('Nothing is waiting'),
    checkAgain: main.getByRole('button', { name: 'Check again' }),
    beside: openForm(page.getByRole('complementary', { name: 'Open form' })),
    sheet: openForm(page.getByRole('dialog')),
    question: page.getByRole('alertdialog'),
    link: page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: /^Waiting forms/ }),
    note: (words: string) => page.getByRole('status').getByRole('paragraph').filter({ hasText: words }),
    dismiss: (words: string) => page.getByRole('button', { name: `Dismiss: ${words}` }),
  };
}

function openForm(pane: ReturnType<Page['getByRole']>) {
  const button = (name: string) => pane.getByRole('button', { name, exact: true });
  return {
    pane,
    send: button('Send now'),
    sendWithoutJob: button('Send without the job'),
    remove: button('Delete'),
    done: button('Done'),
    file: pane.getByRole('link', { name: 'Download the CV' }),
    close: pane.getByRole('button', { name: /^Close/ }),
  };
}

/** A form that has waited for this many hours. */
function waitingForm(id: number, item: Partial<IntakeItem> = {}): IntakeItem {
  return {
    id,
    reference: `NQ-${1000 + id}`,
    call: 'applyJobFor',
    received_at: new Date(Date.now() - id * 3_600_000).toISOString(),
    state: 'waiting',
    attempts: 2,
    next_at: new Date(Date.now() + 600_000).toISOString(),
    last_problem: { code: 'upstream.unreachable', status: null, message: null },
    may_be_twice: false,
    fields: {
      name: `Visitor ${id}`,
      email: `visitor${id}@example.com`,
      cover_letter: 'Hello.',
      consent: '1',
    },
    file: { name: 'cv.pdf', size: 12_345 },
    ...item,
  };
}

/** One form of each state, two of them with names that test the layout. */
export const formsOfEachState: readonly IntakeItem[] = [
  waitingForm(1, {
    fields: { name: urdu, email: 'a@example.com', cover_letter: `${urdu}\n\n${urdu}` },
    state: 'needs_person',
    last_problem: { code: 'upstream.refused', status: 410, message: 'This job is closed.' },
    file: { name: `${unbroken}.pdf`, size: 3_000_000 },
  }),
  waitingForm(2, {
    call: 'contactUs',
    state: 'aside',
    fields: { name: unbroken, email: `${'x'.repeat(60)}@example.com`, subject: unbroken, message: unbroken },
    may_be_twice: true,
    file: null,
  }),
  waitingForm(3),
  waitingForm(4, { state: 'suspect', attempts: 0, last_problem: null }),
  waitingForm(5, {
    call: 'requestAccountDeletion',
    state: 'delivered',
    may_be_twice: true,
    fields: {},
    file: null,
  }),
];

/** Every problem that the banner can report, all at once. */
export const everythingIsWrong: SiteStatus = {
  host: {
    state: 'down',
    since: new Date(Date.now() - 30 * 3_600_000).toISOString(),
    oldest_page_at: new Date(Date.now() - 2.5 * 3_600_000).toISOString(),
  },
  intake: { waiting: 3, needs_person: 1, oldest_at: new Date().toISOString(), is_full: false },
  backup: { last_at: null, is_old: true },
};

/** Answers in place of the server: the site's status and the waiting forms. */
export async function pretend(page: Page, status: SiteStatus, items: readonly IntakeItem[]): Promise<void> {
  await page.route('**/api/siteStatus', (route) => route.fulfill({ json: { status: 1, data: status } }));
  const list = { data: items, current_page: 1, last_page: 1, per_page: 20, total: items.length };
  await page.route('**/api/intake?*', (route) => route.fulfill({ json: { status: 1, data: list } }));
}
