import { type ApplicantStatus, applicantStatuses } from '#shared/schemas/applicant.ts';
import { statusLabels } from './labels.ts';

/** Action of a key on the Applicants screen. */
export type Shortcut =
  | { kind: 'next' | 'previous' | 'open' | 'unread' | 'note' | 'mail' | 'search' | 'help' | 'select' }
  | { kind: 'move'; to: ApplicantStatus };

const shortcutsByKey: Record<string, Shortcut> = {
  j: { kind: 'next' },
  k: { kind: 'previous' },
  o: { kind: 'open' },
  u: { kind: 'unread' },
  n: { kind: 'note' },
  m: { kind: 'mail' },
  x: { kind: 'select' },
  '/': { kind: 'search' },
  '?': { kind: 'help' },
};

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>;

/**
 * Returns the shortcut of a key. Undefined if Ctrl, ⌘ or Alt is pressed too, or while an input method composes text.
 */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, isComposing }: Pressed): Shortcut | undefined {
  if (ctrlKey || metaKey || altKey || isComposing) return undefined;
  if (/^[1-9]$/.test(key)) {
    const to = applicantStatuses[Number(key) - 1];
    return to && { kind: 'move', to };
  }
  return shortcutsByKey[key.toLowerCase()];
}

/** Every key and its action, as the dialog lists them. */
export const shortcutLabels: readonly (readonly [key: string, does: string])[] = [
  ['j', 'Next applicant'],
  ['k', 'Previous applicant'],
  ['o', 'Open the focused applicant (or press Enter)'],
  ['Esc', 'Close the review'],
  ...applicantStatuses.map((status, at) => [String(at + 1), `Move to ${statusLabels[status]}`] as const),
  ['u', 'Mark as read or unread'],
  ['n', 'Write a note'],
  ['m', 'Write a mail'],
  ['x', 'Select for bulk changes'],
  ['/', 'Search'],
  ['?', 'Show keyboard shortcuts'],
];

/** Controls in which letter keys have a use of their own: typing text, or finding an item. */
const controlsWithOwnKeys = [
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
  '[role=menu]',
  '[role=listbox]',
  '[role=textbox]',
].join(',');

/**
 * Returns true if a key that was pressed at `target` may be used as a shortcut. False in a text field or an open
 * menu, and in every dialog except the review itself.
 */
export function mayAct(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(controlsWithOwnKeys)) return false;
  const dialogs = [...document.querySelectorAll('dialog:modal')];
  return dialogs.every((dialog) => dialog.querySelector('[data-review]') !== null);
}
