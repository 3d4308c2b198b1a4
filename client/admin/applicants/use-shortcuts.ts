import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import { type ApplicantActions, useApplicantActions } from './ApplicantActions.tsx';
import { focusedApplicant } from './ApplicantLink.tsx';
import { knownApplicant } from './applicant-cache.ts';
import { noteFieldId } from './review/Notes.tsx';
import { mayAct, type Shortcut, shortcutOf } from './shortcuts.ts';

interface ShortcutsOptions {
  on: boolean;
  openId: Id | undefined;
  search: RefObject<HTMLInputElement | null>;
  onStep: (to: 'next' | 'previous') => void;
  onOpen: (id: Id) => void;
  onSelect: (id: Id) => void;
  onHelp: () => void;
}

/** Handles the shortcuts. They act on the open applicant, or on the applicant whose row or card has the focus. */
export function useShortcuts(options: ShortcutsOptions): void {
  const queries = useQueryClient();
  const actions = useApplicantActions();
  useKeys(options.on, (shortcut) => {
    if (isOfScreen(shortcut.kind)) {
      ofScreen[shortcut.kind](options);
      return true;
    }
    const id = options.openId ?? focusedApplicant();
    const applicant = id === undefined ? undefined : knownApplicant(queries, id);
    if (!applicant) return false;
    return ofApplicant[shortcut.kind]({ applicant, shortcut, options, actions }) !== false;
  });
}

/** Shortcuts that need no applicant. */
const ofScreen = {
  next: ({ onStep }) => onStep('next'),
  previous: ({ onStep }) => onStep('previous'),
  search: ({ search }) => focusSearch(search.current),
  help: ({ onHelp }) => onHelp(),
} satisfies Partial<Record<Shortcut['kind'], (options: ShortcutsOptions) => void>>;

type OfScreen = keyof typeof ofScreen;

function isOfScreen(kind: Shortcut['kind']): kind is OfScreen {
  return kind in ofScreen;
}

interface Pressed {
  applicant: ListedApplicant;
  shortcut: Shortcut;
  options: ShortcutsOptions;
  actions: ApplicantActions;
}

/** Shortcuts that act on one applicant. If one returns false, the browser handles the key. */
const ofApplicant: Record<Exclude<Shortcut['kind'], OfScreen>, (pressed: Pressed) => unknown> = {
  open: ({ applicant, options }) => options.onOpen(applicant.id),
  select: ({ applicant, options }) => options.onSelect(applicant.id),
  unread: ({ applicant, actions }) => actions.mark(applicant, applicant.is_read === 1 ? 'unread' : 'read'),
  move: ({ applicant, shortcut, actions }) =>
    shortcut.kind === 'move' && actions.move(applicant, shortcut.to),
  mail: ({ applicant, actions }) => (actions.mail ? actions.mail([applicant]) : false),
  note: focusNote,
};

function focusSearch(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

function focusNote(): boolean {
  const field = document.getElementById(noteFieldId);
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
  return field !== null;
}

/**
 * Calls `onShortcut` for each shortcut that is pressed. If the result is true, the browser does not handle the key.
 */
function useKeys(on: boolean, onShortcut: (shortcut: Shortcut) => boolean): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !mayAct(event.target)) return;
    const shortcut = shortcutOf(event);
    if (shortcut && onShortcut(shortcut)) event.preventDefault();
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}

const storageKey = 'applicantKeys';

/**
 * Returns whether the shortcuts are on, and a function that switches them on or off: WCAG 2.1.4 requires this for
 * shortcuts of a single key. The choice is stored in this browser; the default is on.
 */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(readOn);
  return [
    on,
    (next) => {
      setOn(next);
      try {
        localStorage.setItem(storageKey, next ? 'on' : 'off');
      } catch {
        // Storage is blocked or full, so the choice lasts only until the page is reloaded.
      }
    },
  ];
}

function readOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}
