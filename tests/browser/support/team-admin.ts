import type { Page } from '@playwright/test';
import { image } from '../../support/files.ts';
import { exactly, labelled, named } from './names.ts';

/** The admin Team screen, by what a user sees. */
export function teamScreen(page: Page) {
  const main = page.getByRole('main');
  const list = named(main, 'list', 'Team');
  const button = (name: string) => exactly(main, 'button', name);
  return {
    list,
    add: button('Add member'),
    addFirst: button('Add the first member'),
    edit: button,
    active: (name: string) => exactly(main, 'switch', `Active: ${name}`),
    up: (name: string) => button(`Move ${name} up`),
    act: async (name: string, action: string) => {
      await button(`Actions for ${name}`).click();
      await named(page, 'menuitem', action).click();
    },
    addForm: memberForm(page, 'Add team member', 'Create'),
    editForm: memberForm(page, 'Edit team member', 'Save changes'),
    crop: cropDialog(page),
  };
}

function memberForm(page: Page, name: string, submit: string) {
  const dialog = named(page, 'dialog', name);
  return {
    photo: labelled(dialog, 'Photo'),
    fileName: (file: string) => dialog.getByText(file, { exact: true }),
    name: labelled(dialog, 'Name'),
    designation: labelled(dialog, 'Designation'),
    department: dialog.getByLabel('Department (optional)'),
    linkedin: dialog.getByLabel('LinkedIn (optional)'),
    active: named(dialog, 'switch', 'Active'),
    submit: exactly(dialog, 'button', submit),
    says: (text: string) => dialog.getByText(text, { exact: true }),
  };
}

function cropDialog(page: Page) {
  const dialog = named(page, 'dialog', 'Crop the photo');
  return {
    frame: named(dialog, 'group', /move the crop/),
    corner: named(dialog, 'button', /south east/),
    size: (text: string) => dialog.getByText(text),
    use: named(dialog, 'button', 'Use this crop'),
  };
}

/** A photo with these dimensions in pixels. */
export async function photoFile(name: string, width: number, height: number) {
  return { name, mimeType: 'image/png', buffer: await image('png', width, height) };
}
