import type { Page } from '@playwright/test';
import { image } from '../../support/files.ts';
import { exactly, labelled, named, topHeading, withText } from './names.ts';

/** The admin Blogs screen, by what a user sees. */
export function blogsScreen(page: Page) {
  const table = named(page, 'table', 'Blogs');
  return {
    table,
    heading: topHeading(page, 'Blogs'),
    add: named(page, 'button', 'Add blog'),
    row: (title: string) => table.getByRole('row').filter({ hasText: title }),
    edit: (title: string) => exactly(page, 'button', `Edit ${title}`),
    delete: (title: string) => exactly(page, 'button', `Delete ${title}`),
    addForm: blogForm(page, 'Add blog', 'Create'),
    editForm: blogForm(page, 'Edit blog', 'Save changes'),
    deleteDialog: named(page, 'alertdialog', 'Confirm Delete'),
  };
}

export type BlogForm = ReturnType<typeof blogForm>;

function blogForm(page: Page, name: string, submit: string) {
  const dialog = named(page, 'dialog', name);
  return {
    dialog,
    title: labelled(dialog, 'Title'),
    active: dialog.getByLabel('Status (1 active, 0 inactive)'),
    status: (label: 'Active' | 'Inactive') =>
      exactly(named(dialog, 'group', 'Set the status'), 'button', label),
    tab: (label: string) => exactly(dialog, 'tab', label),
    panel: (label: string) => exactly(dialog, 'tabpanel', label),
    way: async (label: string) => {
      await named(dialog, 'button', 'More ways to save').click();
      await exactly(dialog, 'menuitem', label).click();
    },
    text: exactly(dialog, 'textbox', 'Description'),
    cover: dialog.getByLabel('Cover image'),
    coverName: (file: string) => withText(dialog, file),
    tool: (label: string) => exactly(dialog.getByRole('toolbar'), 'button', label),
    submit: exactly(dialog, 'button', submit),
    busy: (label: string) => exactly(dialog, 'button', label),
    cancel: exactly(dialog, 'button', 'Cancel').last(),
    draft: dialog.getByText('Draft kept'),
    saved: dialog.getByRole('status').filter({ hasText: /^Saved / }),
    alert: dialog.getByRole('alert'),
  };
}

/** Returns a toast. */
export function toast(page: Page, text: string | RegExp) {
  return page.locator('.Toastify__toast').filter({ hasText: text });
}

/**
 * Returns the Undo button of a toast, to be pressed after the test has checked the change: an undo is offered for 8
 * s, and its time stops under the pointer.
 */
export async function offeredUndo(page: Page, text: string | RegExp) {
  const offer = toast(page, text);
  await offer.hover();
  return named(offer, 'button', 'Undo');
}

export async function pngFile(name: string, width = 80, height = 60) {
  return { name, mimeType: 'image/png', buffer: await image('png', width, height) };
}

/** Fills every field of the form with plain values. */
export async function fillPlainly(form: BlogForm, title: string, words: string, cover = 'cover.png') {
  await form.title.fill(title);
  await form.status('Active').click();
  await form.text.click();
  // Inserted as one text: the editor's own tests cover single keys.
  await form.text.page().keyboard.insertText(words);
  await form.cover.setInputFiles(await pngFile(cover));
  await form.coverName(cover).waitFor();
}
