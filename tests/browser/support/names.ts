import type { Locator, Page } from '@playwright/test';

type Place = Page | Locator;
type Role = Parameters<Page['getByRole']>[0];

/** Finds a control by its role and its name, or a part of it. */
export const named = (place: Place, role: Role, name: string | RegExp) => place.getByRole(role, { name });

/** Finds a control by its role and its whole name. */
export const exactly = (place: Place, role: Role, name: string) =>
  place.getByRole(role, { name, exact: true });

/** Finds a field by its whole label. */
export const labelled = (place: Place, label: string | RegExp) => place.getByLabel(label, { exact: true });

/** Finds what has this text and no other. */
export const withText = (place: Place, text: string) => place.getByText(text, { exact: true });

/** Finds the heading of a page, by a part of it if one is given. */
export const topHeading = (place: Place, name: string | RegExp = /^/) =>
  place.getByRole('heading', { name, level: 1 });

/** Names that test the layout: one that runs right to left over several lines, and one without a place to break. */
export const urdu =
  'پشاور میں بننے والی فلموں اور سافٹ ویئر کی ایک لمبی کہانی جو کئی سطروں پر پھیلتی چلی جاتی ہے';
export const unbroken = 'Filmgesellschaftsgründungsversammlung'.repeat(6);
