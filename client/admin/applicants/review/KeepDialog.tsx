import { useQueryClient } from '@tanstack/react-query';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { applicantChangeSchema, type SingleApplicant } from '#shared/schemas/applicant.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { problemOf, resolverOf } from '../../../forms/form-rules.ts';
import { useResourceForm } from '../../../forms/use-resource-form.ts';
import { DateField } from '../../../ui/fields/TextField.tsx';
import { notify } from '../../../ui/toast.ts';
import { saveChange } from '../save-change.ts';

const resolver = resolverOf(({ retain_until }: { retain_until: string }) => ({
  retain_until: problemOf(applicantChangeSchema.shape.retain_until, retain_until),
}));

/** Sets the day after which the applicant and their files are deleted. */
export function KeepDialog({ applicant, onClose }: { applicant: SingleApplicant; onClose: () => void }) {
  const queries = useQueryClient();
  const state = useResourceForm<{ retain_until: string }>({
    draftKey: undefined,
    stored: { retain_until: applicant.retain_until },
    version: applicant.updated_at,
    resolver,
    fields: ['retain_until'],
    save: (values, context) => saveChange(queries, applicant.id, values, context),
    onSaved: () => {
      notify.success(messages['applicant.updated']);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Retention period"
      size="small"
      submitLabel="Save"
      busyLabel={messages['busy.editing']}
      state={state}
      onClose={onClose}
    >
      <DateField
        label="Keep until"
        hint={`Everything about this applicant is deleted after this day. At most ${limits.retentionYears} years from now.`}
        readOnly={state.busy}
        error={state.form.formState.errors.retain_until?.message}
        {...state.form.register('retain_until')}
      />
    </FormDialog>
  );
}
