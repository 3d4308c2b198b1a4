import { useQueryClient } from '@tanstack/react-query';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { applicantChangeSchema } from '#shared/schemas/applicant.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { problemOf, resolverOf } from '../../forms/form-rules.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { Actor } from './applicant-actions.ts';
import { knownApplicant } from './patch-applicant.ts';
import { saveChange } from './save-change.ts';

interface RejectDialogProps {
  applicant: Actor;
  onRejected: () => void;
  onClose: () => void;
}

const resolver = resolverOf(({ reject_reason }: { reject_reason: string }) => ({
  reject_reason: problemOf(applicantChangeSchema.shape.reject_reason, reject_reason),
}));

/** Rejects an applicant, with a reason for whoever looks at them later. It is not sent to them. */
export function RejectDialog({ applicant, onRejected, onClose }: RejectDialogProps) {
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
