import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import { ActionsContext, type Actor, type ApplicantActions } from './applicant-actions.ts';
import { changeApplicant } from './change-applicant.ts';
import { dropApplicants } from './patch-applicant.ts';
import { RejectDialog } from './RejectDialog.tsx';
import { refreshApplicants } from './refresh-applicants.ts';
import { statusWords } from './status-words.ts';

/** Carries out what people do with single applicants, asks where it must, and tells screen readers what came of it. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [rejecting, setRejecting] = useState<Actor>();
  const [said, setSaid] = useState('');
  const deletion = useDeleteWithUndo({
    resource: 'applicant',
    call: 'deleteApplicant',
    deleted: messages['applicant.deleted'],
    refresh: () => refreshApplicants(queries),
  });
  const latest = useRef(deletion.remove);
  latest.current = deletion.remove;

  const actions = useMemo<ApplicantActions>(() => {
    const change = async (applicant: Actor, what: Parameters<typeof changeApplicant>[2], words: string) => {
      setSaid('');
      if (await changeApplicant(queries, applicant, what)) setSaid(`${applicant.name}: ${words}`);
    };
    return {
      move: (applicant, to) => {
        if (applicant.status === to) return;
        if (to === 'rejected') setRejecting(applicant);
        else void change(applicant, { status: to }, statusWords[to]);
      },
      rate: (applicant, rating) => {
        if (applicant.rating === rating) return;
        void change(applicant, { rating }, rating === 0 ? 'no rating' : `rated ${rating} of 5`);
      },
      mark: (applicant, as) => void change(applicant, { is_read: as === 'read' ? 1 : 0 }, as),
      remove: async (applicant) => {
        const removed = await latest.current(applicant.id);
        if (removed) dropApplicants(queries, new Set([applicant.id]));
        return removed;
      },
    };
  }, [queries]);

  return (
    <ActionsContext value={actions}>
      {children}
      {rejecting && (
        <RejectDialog
          applicant={rejecting}
          onRejected={() => setSaid(`${rejecting.name}: ${statusWords.rejected}`)}
          onClose={() => setRejecting(undefined)}
        />
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </ActionsContext>
  );
}
