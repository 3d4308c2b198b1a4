import type { Page } from '@playwright/test';
import type { Message } from '#shared/schemas/message.ts';
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
    kind: (name: string) => main.getByRole('radio', { name, exact: true }),
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
    notSpam: named(pane, 'button', 'Not spam'),
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

/** A message of the stub, this many hours old; the lower the id, the newer the message. */
export function stubMessage(id: number, message: Partial<Message> = {}): Message {
  const at = new Date(Date.now() - id * 3_600_000).toISOString();
  return {
    id,
    type: 'contact',
    name: `Visitor ${id}`,
    email: `visitor${id}@example.com`,
    phone: null,
    subject: `Subject ${id}`,
    message: `The words of message ${id}.`,
    app_name: null,
    account_identifier: null,
    status: 'new',
    due_at: null,
    handled_at: null,
    created_at: at,
    updated_at: at,
    ...message,
  };
}

/** A request for deletion, due in this many days. */
export function stubRequest(id: number, days: number, message: Partial<Message> = {}): Message {
  return stubMessage(id, {
    type: 'account_deletion',
    name: null,
    subject: null,
    message: null,
    app_name: 'Chowk',
    account_identifier: `player_${id}`,
    due_at: new Date(Date.now() + days * 86_400_000).toISOString(),
    ...message,
  });
}
