import type { Page } from '@playwright/test';
import { video } from '../../support/files.ts';
import { exactly, labelled, named, topHeading, withText } from './names.ts';

/** The admin Portfolio screen, by what a user sees. */
export function portfolioScreen(page: Page) {
  const table = named(page, 'table', 'Categories');
  return {
    table,
    heading: topHeading(page, 'Portfolio'),
    category: exactly(page, 'button', 'Category'),
    project: exactly(page, 'button', 'Project'),
    row: (title: string) => table.getByRole('row').filter({ hasText: title }),
    edit: (title: string) => exactly(table, 'button', `Edit ${title}`),
    view: (title: string) => exactly(table, 'link', `View projects of ${title}`),
    more: (title: string) => exactly(table, 'button', `More for ${title}`),
    item: (label: string) => named(page, 'menuitem', label),
    addCategory: categoryForm(page, 'Add category', 'Create'),
    editCategory: categoryForm(page, 'Edit category', 'Save changes'),
    addProject: projectForm(page, 'Add project', 'Create'),
  };
}

/** The projects of one category in the admin area. */
export function projectsScreen(page: Page) {
  const list = named(page, 'list', 'Projects');
  return {
    list,
    heading: (title: string) => page.getByRole('heading', { name: title, level: 1, exact: true }),
    project: exactly(page, 'button', 'Project'),
    row: (title: string) => list.getByRole('listitem').filter({ hasText: title }),
    edit: (title: string) => exactly(list, 'button', `Edit ${title}`),
    delete: (title: string) => exactly(list, 'button', `Delete ${title}`),
    addProject: projectForm(page, 'Add project', 'Create'),
    editProject: projectForm(page, 'Edit project', 'Save changes'),
  };
}

export type ProjectForm = ReturnType<typeof projectForm>;

function categoryForm(page: Page, name: string, submit: string) {
  const dialog = named(page, 'dialog', name);
  return {
    ...formParts(page, name, submit),
    title: labelled(dialog, 'Title'),
    image: labelled(dialog, 'Image'),
    logos: labelled(dialog, 'Technology logos'),
  };
}

function projectForm(page: Page, name: string, submit: string) {
  const dialog = named(page, 'dialog', name);
  return {
    ...formParts(page, name, submit),
    title: labelled(dialog, 'Title'),
    category: labelled(dialog, 'Category'),
    order: labelled(dialog, 'Order'),
    link: dialog.getByLabel('Project link (optional)'),
    text: exactly(dialog, 'textbox', 'Description'),
    tool: (label: string) => exactly(dialog.getByRole('toolbar'), 'button', label),
    images: labelled(dialog, 'Images'),
    video: labelled(dialog, 'Video (optional)'),
  };
}

function formParts(page: Page, name: string, submit: string) {
  const dialog = named(page, 'dialog', name);
  return {
    dialog,
    submit: exactly(dialog, 'button', submit),
    // Not the toasts, which stand in the uppermost dialog too.
    alert: dialog.locator('[role=alert]:not(.Toastify__toast)'),
    says: (text: string) => withText(dialog, text),
    fileName: (file: string) => withText(dialog, file),
    removeFile: (file: string) => exactly(dialog, 'button', `Remove ${file}`),
  };
}

/** A file with the head of a video; no browser can play it. */
export function mp4File(name: string) {
  return { name, mimeType: 'video/mp4', buffer: video('mp4') };
}
