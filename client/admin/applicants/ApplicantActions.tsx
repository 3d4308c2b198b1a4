import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import {
  type ApplicantStatus,
  applicantChangeSchema,
  type ListedApplicant,
} from '#shared/schemas/applicant.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { problemOf, resolverOf } from '../../forms/form-rules.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import { dropApplicants, knownApplicant, refreshApplicants } from './applicant-cache.ts';
import { statusLabels } from './labels.ts';
import { changeApplicant, saveChange } from './queries.ts';

/** The fields of an applicant that the actions need. */
export type ApplicantSummary = Pick<ListedApplicant, 'id' | 'name' | 'status' | 'rating'>;

/** What can be done with one applicant, from a row, a card, the review pane or by a key. */
interface ApplicantActions {
  /** A rejection asks for a reason first, everything else happens at once. */
  move: (applicant: ApplicantSummary, to: ApplicantStatus) => void;
  rate: (applicant: ApplicantSummary, rating: number) => void;
  mark: (applicant: ApplicantSummary, as: 'read' | 'unread') => void;
  /** Deletes, with an undo. */
  remove: (applicant: ApplicantSummary) => Promise<boolean>;
}

const ActionsContext = createContext<ApplicantActions | undefined>(undefined);

export function useApplicantActions(): ApplicantActions {
  const actions = use(ActionsContext);
  if (!actions) throw new Error('useApplicantActions: there is no ActionsProvider around this component');
  return actions;
}

/** Makes the actions, asks for the reason of a rejection, and announces the outcome to screen readers. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [rejecting, setRejecting] = useState<ApplicantSummary>();
  const [announcement, announce] = useState('');
  const deletion = useDeleteWithUndo({
    resource: 'applicant',
    call: 'deleteApplicant',
    deleted: messages['applicant.deleted'],
    refresh: () => refreshApplicants(queries),
  });
  const latest = useRef(deletion.remove);
  latest.current = deletion.remove;

  const actions = useMemo<ApplicantActions>(() => {
    const change = async (
      applicant: ApplicantSummary,
      what: Parameters<typeof changeApplicant>[2],
      outcome: string,
    ) => {
      announce('');
      if (await changeApplicant(queries, applicant, what)) announce(`${applicant.name}: ${outcome}`);
    };
    return {
      move: (applicant, to) => {
        if (applicant.status === to) return;
        if (to === 'rejected') setRejecting(applicant);
        else void change(applicant, { status: to }, statusLabels[to]);
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
          onRejected={() => announce(`${rejecting.name}: ${statusLabels.rejected}`)}
          onClose={() => setRejecting(undefined)}
        />
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </ActionsContext>
  );
}

interface RejectDialogProps {
  applicant: ApplicantSummary;
  onRejected: () => void;
  onClose: () => void;
}

const resolver = resolverOf(({ reject_reason }: { reject_reason: string }) => ({
  reject_reason: problemOf(applicantChangeSchema.shape.reject_reason, reject_reason),
}));

/** Rejects an applicant, with a reason that only admins see. */
function RejectDialog({ applicant, onRejected, onClose }: RejectDialogProps) {
  const queries = useQueryClient();
  const { id, name } = applicant;
  const state = useResourceForm<{ reject_reason: string }>({
    draftKey: undefined,
    stored: { reject_reason: '' },
    version: knownApplicant(queries, id)?.updated_at,
    resolver,
    fields: ['reject_reason'],
    save: ({ reject_reason }, context) =>
      saveChange(queries, id, { status: 'rejected', reject_reason }, context),
    onSaved: () => {
      onRejected();
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Reject ${name}`}
      size="small"
      submitLabel="Reject"
      busyLabel={messages['busy.submitting']}
      state={state}
      onClose={onClose}
    >
      <TextField
        label="Reason (optional)"
        hint="For you and your colleagues. The applicant will not see this."
        multiline
        rows={4}
        dir="auto"
        maxLength={limits.note}
        counter
        readOnly={state.busy}
        error={state.form.formState.errors.reject_reason?.message}
        {...state.form.register('reject_reason')}
      />
    </FormDialog>
  );
}
