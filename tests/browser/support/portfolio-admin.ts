import type { Page } from '@playwright/test';
import { video } from '../../support/files.ts';
import { exactly, named } from './names.ts';

/** The admin Portfolio screen, by what a user sees. */
export function portfolioScreen(page: Page) {
  const table = named(page, 'table', 'Categories');
  return {
    table,
    heading: page.getByRole('heading', { name: 'Portfolio', level: 1 }),
    category: exactly(page, 'button', 'Category'),
    project: exactly(page, 'button', 'Project'),
    row: (title: string) => table.getByRole('row').filter({ hasText: title }),
    edit: (title: string) => table.getByRole('button', { name: `Edit ${title}`, exact: true }),
    view: (title: string) => table.getByRole('link', { name: `View projects of ${title}`, exact: true }),
    more: (title: string) => table.getByRole('button', { name: `More for ${title}`, exact: true }),
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
    edit: (title: string) => list.getByRole('button', { name: `Edit ${title}`, exact: true }),
    delete: (title: string) => list.getByRole('button', { name: `Delete ${title}`, exact: true }),
    addProject: projectForm(page, 'Add project', 'Create'),
    editProject: projectForm(page, 'Edit project', 'Save changes'),
  };
}

export type ProjectForm = ReturnType<typeof projectForm>;

function categoryForm(page: Page, name: string, submit: string) {
  const dialog = page.getByRole('dialog', { name });
  return {
    ...formParts(page, name, submit),
    title: dialog.getByLabel('Title', { exact: true }),
    image: dialog.getByLabel('Image', { exact: true }),
    logos: dialog.getByLabel('Technology logos', { exact: true }),
  };
}

function projectForm(page: Page, name: string, submit: string) {
  const dialog = page.getByRole('dialog', { name });
  return {
    ...formParts(page, name, submit),
    title: dialog.getByLabel('Title', { exact: true }),
    category: dialog.getByLabel('Category', { exact: true }),
    order: dialog.getByLabel('Order', { exact: true }),
    link: dialog.getByLabel('Project link (optional)'),
    text: exactly(dialog, 'textbox', 'Description'),
    tool: (label: string) => dialog.getByRole('toolbar').getByRole('button', { name: label, exact: true }),
    images: dialog.getByLabel('Images', { exact: true }),
    video: dialog.getByLabel('Video (optional)', { exact: true }),
  };
}

function formParts(page: Page, name: string, submit: string) {
  const dialog = page.getByRole('dialog', { name });
  return {
    dialog,
    submit: exactly(dialog, 'button', submit),
    // Not the toasts, which stand in the uppermost dialog too.
    alert: dialog.locator('[role=alert]:not(.Toastify__toast)'),
    says: (text: string) => dialog.getByText(text, { exact: true }),
    fileName: (file: string) => dialog.getByText(file, { exact: true }),
    removeFile: (file: string) => dialog.getByRole('button', { name: `Remove ${file}`, exact: true }),
  };
}

/** A file with the head of a video; no browser can play it. */
export function mp4File(name: string) {
  return { name, mimeType: 'video/mp4', buffer: video('mp4') };
}
