import type { Page } from '@playwright/test';
import { exactly, named } from './names.ts';

/** The admin Messages screen, by what a user sees. */
export function messagesScreen(page: Page) {
  const main = page.getByRole('main');
  const list = named(main, 'list', /^Messages: /);
  const rows = list.getByRole('link');
  return {
    rows,
    row: (words: string) => rows.filter({ hasText: words }),
    folder: (name: string) =>
      named(main, 'navigation', 'Folders').getByRole('link', { name: new RegExp(`^${name}\\b`) }),
    unread: named(page, 'link', /^Messages/),
    beside: openMessage(page, named(page, 'complementary', 'Open message')),
    sheet: openMessage(page, page.getByRole('dialog')),
  };
}

function openMessage(page: Page, pane: ReturnType<Page['getByRole']>) {
  const more = named(pane, 'button', 'More for this message');
  return {
    pane,
    heading: (text: string) => exactly(pane, 'heading', text),
    reply: named(pane, 'link', 'Reply'),
    markReplied: named(pane, 'button', 'Mark as replied'),
    archive: exactly(pane, 'button', 'Archive'),
    unarchive: named(pane, 'button', 'Unarchive'),
    next: named(pane, 'button', 'Next message'),
    close: named(pane, 'button', /^Close/),
    choose: async (action: string) => {
      await more.click();
      await named(page, 'menuitem', action).click();
    },
  };
}

/** Stops links from opening a mail program: the browser would treat that as leaving the site. */
export async function holdMailProgram(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('a[href^="mailto:"]'))
        event.preventDefault();
    });
  });
}
