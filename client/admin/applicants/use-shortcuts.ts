import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Id } from '#shared/id.ts';
import { useApplicantActions } from './ApplicantActions.tsx';
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

/** The keys act on the open applicant, or on the one whose row or card has the focus. */
export function useShortcuts(options: ShortcutsOptions): void {
  const { on, openId, search, onStep, onOpen, onSelect, onHelp } = options;
  const queries = useQueryClient();
  const { move, mark, mail } = useApplicantActions();

  useKeys(on, (shortcut) => {
    const { kind } = shortcut;
    if (kind === 'next' || kind === 'previous') onStep(kind);
    else if (kind === 'help') onHelp();
    else if (kind === 'search') focusSearch(search.current);
    else {
      const id = openId ?? focusedApplicant();
      const applicant = id === undefined ? undefined : knownApplicant(queries, id);
      if (!applicant) return false;
      if (kind === 'open') onOpen(applicant.id);
      else if (kind === 'select') onSelect(applicant.id);
      else if (kind === 'unread') mark(applicant, applicant.is_read === 1 ? 'unread' : 'read');
      else if (kind === 'move') move(applicant, shortcut.to);
      else if (kind === 'mail') {
        if (!mail) return false;
        mail([applicant]);
      } else return focusNote();
    }
    return true;
  });
}

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

/** Calls `onShortcut` for each shortcut that is pressed; it returns whether it used the key. */
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

/** Whether the shortcuts are on: single keys can be switched off (WCAG 2.1.4). Stored in this browser; on by default. */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(readOn);
  return [
    on,
    (next) => {
      setOn(next);
      try {
        localStorage.setItem(storageKey, next ? 'on' : 'off');
      } catch {
        // Storage is blocked or full: the choice holds for this page.
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
