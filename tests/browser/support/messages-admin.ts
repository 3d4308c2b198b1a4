import type { Page } from '@playwright/test';
import type { Message } from '#shared/schemas/message.ts';

/** The admin Messages screen, by what a user sees. */
export function messagesScreen(page: Page) {
  const main = page.getByRole('main');
  const list = main.getByRole('list', { name: /^Messages: / });
  const rows = list.getByRole('link');
  return {
    list,
    rows,
    row: (words: string) => rows.filter({ hasText: words }),
    senders: () => list.locator('bdi').allTextContents(),
    folder: (name: string) =>
      main
        .getByRole('navigation', { name: 'Folders' })
        .getByRole('link', { name: new RegExp(`^${name}\\b`) }),
    kind: (name: string) => main.getByRole('radio', { name, exact: true }),
    place: main.getByRole('region', { name: 'List of messages' }),
    alert: main.getByRole('alert'),
    unread: page.getByRole('link', { name: /^Messages/ }),
    beside: openMessage(page, page.getByRole('complementary', { name: 'Open message' })),
    sheet: openMessage(page, page.getByRole('dialog')),
  };
}

function openMessage(page: Page, pane: ReturnType<Page['getByRole']>) {
  const more = pane.getByRole('button', { name: 'More for this message' });
  return {
    pane,
    heading: (text: string) => pane.getByRole('heading', { name: text, exact: true }),
    reply: pane.getByRole('link', { name: 'Reply' }),
    markReplied: pane.getByRole('button', { name: 'Mark as replied' }),
    archive: pane.getByRole('button', { name: 'Archive', exact: true }),
    unarchive: pane.getByRole('button', { name: 'Unarchive' }),
    notSpam: pane.getByRole('button', { name: 'Not spam' }),
    next: pane.getByRole('button', { name: 'Next message' }),
    previous: pane.getByRole('button', { name: 'Previous message' }),
    close: pane.getByRole('button', { name: /^Close/ }),
    more,
    choose: async (action: string) => {
      await more.click();
      await page.getByRole('menuitem', { name: action }).click();
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
