import { useRef } from 'react';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { applicantChangeSchema } from '#shared/schemas/applicant.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { type SaveContext, useResourceForm } from '../../forms/use-resource-form.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useCanMail } from '../shared/mails/mail-queries.ts';

interface RejectFormProps {
  /** The people to reject, as text: "Ana Gul", "3 applicants". */
  people: string;
  /** The people from whom the reason is hidden, as text: "The applicant". */
  who: string;
  /** The version on which the rejection of a single applicant is based. */
  version?: string;
  save: (reason: string, context: SaveContext) => Promise<Envelope>;
  /** Called after the rejection; `writes` is true if the admin wants to write a mail next. */
  onRejected: (writes: boolean, answer: Envelope) => void;
  onClose: () => void;
}

/** Rejects one or several applicants with one reason, which only admins see. */
export function RejectForm({ people, who, version, save, onRejected, onClose }: RejectFormProps) {
  const canMail = useCanMail();
  const writes = useRef(false);
  const state = useResourceForm<{ reject_reason: string }>({
    draftKey: undefined,
    stored: { reject_reason: '' },
    version,
    rules: applicantChangeSchema.shape,
    save: ({ reject_reason }, context) => save(reject_reason, context),
    onSaved: (answer) => {
      onRejected(writes.current, answer);
      onClose();
    },
  });
  const submit = (andWrite: boolean) => {
    writes.current = andWrite;
    void state.submit();
  };
  return (
    <FormDialog
      title={`Reject ${people}`}
      size="small"
      submitLabel="Reject"
      busyLabel={messages['busy.submitting']}
      state={state}
      onClose={onClose}
      actions={
        canMail && (
          <Button variant="quiet" disabled={state.busy} onClick={() => submit(true)}>
            Reject and email
          </Button>
        )
      }
    >
      <TextField
        label="Reason (optional)"
        hint={`For you and your colleagues. ${who} will not see this.`}
        multiline
        rows={4}
        dir="auto"
        maxLength={limits.note}
        counter
        {...bindFields(state.form, state.busy)('reject_reason')}
      />
    </FormDialog>
  );
}
