import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { Id } from '#shared/id.ts';
import { useApplicantActions } from '../applicant-actions.ts';
import { knownApplicant } from '../patch-applicant.ts';
import { noteFieldId } from '../review/NoteForm.tsx';
import { focusedApplicant } from './focus-row.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface ReviewKeysOptions {
  on: boolean;
  openId: Id | undefined;
  search: RefObject<HTMLInputElement | null>;
  onStep: (to: 'next' | 'previous') => void;
  onOpen: (id: Id) => void;
  onSelect: (id: Id) => void;
  onHelp: () => void;
}

/** What the keys do: they act on the open applicant, or on the one whose row or card has the focus. */
export function useReviewKeys(options: ReviewKeysOptions): void {
  const { on, openId, search, onStep, onOpen, onSelect, onHelp } = options;
  const queries = useQueryClient();
  const { move, mark } = useApplicantActions();

  useShortcuts(on, (shortcut) => {
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
      else return focusNote();
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
