import type { Page } from 'playwright-core';

/** The question before unsaved changes are discarded. */
export function leaveDialog(page: Page) {
  const dialog = page.getByRole('alertdialog', { name: 'Unsaved changes' });
  return {
    dialog,
    stay: dialog.getByRole('button', { name: 'Keep editing' }),
    keep: dialog.getByRole('button', { name: /and keep the draft$/ }),
    discard: dialog.getByRole('button', { name: 'Discard changes' }),
  };
}
