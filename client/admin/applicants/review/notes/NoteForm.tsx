import { useQueryClient } from '@tanstack/react-query';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { ApplicantNote } from '#shared/schemas/applicant.ts';
import { noteInputSchema } from '#shared/schemas/applicant.ts';
import { callApi } from '../../../../api/call.ts';
import { FormLeaving } from '../../../../forms/leave/FormLeaving.tsx';
import { DraftStatus } from '../../../../forms/notices/DraftStatus.tsx';
import { FormNotices } from '../../../../forms/notices/FormNotices.tsx';
import { useResourceForm } from '../../../../forms/use-resource-form.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { TextField } from '../../../../ui/text-field/TextField.tsx';
import { notify } from '../../../../ui/toast/toast.ts';
import { oneFieldResolver } from '../../actions/one-field-resolver.ts';
import { showNote } from '../../queries/add-note.ts';
import styles from './Notes.module.css';

const resolver = oneFieldResolver('note', noteInputSchema.shape.note);

/** Marks the field that the key for a note leads to. */
export const noteFieldId = 'applicant-note';

/** Adds a note. What is typed is kept with the applicant whom it is about, also when the next one is looked at. */
export function NoteForm({ applicantId }: { applicantId: number }) {
  const queries = useQueryClient();
  const state = useResourceForm<{ note: string }>({
    draftKey: `applicant-note:${applicantId}`,
    stored: { note: '' },
    resolver,
    fields: ['note'],
    save: ({ note }, { signal }) =>
      callApi('addApplicantNote', { params: { id: applicantId }, body: { note }, signal }),
    onSaved: (answer) => {
      if (answer.data) showNote(queries, applicantId, answer.data as ApplicantNote);
      notify.success(messages['applicant.noteAdded']);
      state.form.reset({ note: '' });
    },
  });
  const stay = () => {};
  return (
    <form className={styles.form} onSubmit={(event) => void state.submit(event)} noValidate>
      <FormNotices state={state} />
      <TextField
        label="Add a note"
        hint="For you and your colleagues only."
        multiline
        rows={3}
        dir="auto"
        maxLength={limits.note}
        counter
        readOnly={state.busy}
        error={state.form.formState.errors.note?.message}
        {...state.form.register('note')}
        id={noteFieldId}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void state.submit();
        }}
      />
      <div className={styles.actions}>
        <DraftStatus draft={state.draft} dirty={state.dirty} />
        <Button type="submit" busy={state.busy} busyLabel={messages['busy.submitting']}>
          Add note
        </Button>
      </div>
      <FormLeaving state={state} closing={false} onStay={stay} onClose={stay} />
    </form>
  );
}
