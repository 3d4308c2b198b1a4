import type { Page } from '@playwright/test';
import type { IntakeItem } from '#shared/schemas/intake.ts';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import { exactly, named } from './names.ts';

/** The screen of waiting forms, and the banner above every screen, by what a user sees. */
export function intakeScreen(page: Page) {
  const main = page.getByRole('main');
  const rows = named(main, 'list', 'Waiting forms').getByRole('link');
  return {
    rows,
    row: (words: string) => rows.filter({ hasText: words }),
    empty: main.getByText('Nothing is waiting'),
    beside: openForm(named(page, 'complementary', 'Open form')),
    question: page.getByRole('alertdialog'),
    link: named(page, 'navigation', 'Dashboard').getByRole('link', { name: /^Waiting forms/ }),
    note: (words: string) => page.getByRole('status').getByRole('paragraph').filter({ hasText: words }),
    dismiss: (words: string) => named(page, 'button', `Dismiss: ${words}`),
  };
}

function openForm(pane: ReturnType<Page['getByRole']>) {
  const button = (name: string) => exactly(pane, 'button', name);
  return {
    pane,
    send: button('Send now'),
    sendWithoutJob: button('Send without the job'),
    remove: button('Delete'),
    file: named(pane, 'link', 'Download the CV'),
  };
}

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
