import type { Page } from '@playwright/test';
import { exactly, named, withText } from './names.ts';

/** The admin Jobs screen, by what a user sees. */
export function jobsScreen(page: Page) {
  const main = page.getByRole('main');
  const table = named(page, 'table', 'Jobs');
  const row = (title: string) => table.getByRole('row').filter({ hasText: title });
  const status = (title: string) => named(row(title), 'button', /^Status of/);
  const actions = (title: string) => exactly(row(title), 'button', `Actions for ${title}`);
  const choose = async (opener: ReturnType<typeof status>, action: string) => {
    await opener.click();
    await named(page, 'menuitem', action).click();
  };
  return {
    rows: table.locator('tbody tr'),
    titles: table.locator('tbody tr td:first-child button'),
    row,
    status,
    reorder: exactly(main, 'button', 'Reorder'),
    filter: (name: string) => exactly(main, 'radio', name),
    search: named(main, 'searchbox', 'Search jobs'),
    clear: named(main, 'button', 'Clear filters'),
    edit: (title: string) => exactly(row(title), 'button', title).click(),
    setStatus: (title: string, change: string) => choose(status(title), change),
    act: (title: string, action: string) => choose(actions(title), action),
    addForm: jobForm(page, 'Post a job'),
    editForm: jobForm(page, 'Edit job'),
    copyForm: jobForm(page, 'Duplicate job'),
    order: orderedJobs(page),
  };
}

export type JobForm = ReturnType<typeof jobForm>;

function jobForm(page: Page, name: string) {
  const dialog = exactly(page, 'dialog', name);
  const button = (label: string) => exactly(dialog, 'button', label);
  return {
    dialog,
    title: dialog.getByLabel('Job title'),
    department: dialog.getByLabel('Department'),
    where: (type: string) => exactly(dialog, 'radio', type),
    city: dialog.getByLabel(/^City/),
    lowest: dialog.getByLabel('Lowest (optional)'),
    highest: dialog.getByLabel('Highest (optional)'),
    showPay: named(dialog, 'switch', 'Show pay to visitors'),
    text: named(dialog, 'textbox', 'Job description'),
    closes: dialog.getByLabel('Closing date (optional)'),
    status: (name: string) => exactly(dialog, 'radio', name),
    preview: named(dialog, 'region', 'Preview'),
    saveDraft: button('Save draft'),
    publish: button('Publish'),
    save: button('Save changes'),
    cancel: button('Cancel').last(),
    says: (text: string) => withText(dialog, text),
    alert: dialog.getByRole('alert'),
    draft: dialog.getByText('Draft kept'),
    saved: dialog.getByText(/^Saved \d\d:\d\d/),
  };
}

/** The view in which all jobs are one list, to be reordered. */
function orderedJobs(page: Page) {
  const list = named(page, 'list', 'Jobs');
  const button = (name: string) => exactly(list, 'button', name);
  return {
    rows: list.getByRole('listitem'),
    grip: (title: string) => button(`Reorder ${title}`),
    up: (title: string) => button(`Move ${title} up`),
    down: (title: string) => button(`Move ${title} down`),
    done: exactly(page, 'button', 'Done'),
    state: (text: string) => withText(page, text),
  };
}

/** Fills the required fields of an open job. */
export async function fillJob(form: JobForm, title: string, words: string) {
  await form.title.fill(title);
  await form.department.fill('Film');
  await form.text.click();
  // Inserted as one text: the editor's own tests cover single keys.
  await form.text.page().keyboard.insertText(words);
}

/** Returns the date this many days from today, where the sample company is, in the format of a closing date. */
export function dayFromNow(days: number) {
  return new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Karachi' });
}
