import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type ApplicantNote, noteInputSchema } from '#shared/schemas/applicant.ts';
import { callApi } from '../../../api/call.ts';
import { DraftStatus, FormNotices } from '../../../forms/FormNotices.tsx';
import { problemOf, resolverOf } from '../../../forms/form-rules.ts';
import { LeaveDialog } from '../../../forms/LeaveDialog.tsx';
import { type ResourceFormState, useResourceForm } from '../../../forms/use-resource-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { notify } from '../../../ui/toast.ts';
import { showNote } from '../add-note.ts';
import styles from './Notes.module.css';

const resolver = resolverOf(({ note }: { note: string }) => ({
  note: problemOf(noteInputSchema.shape.note, note),
}));

/** Marks the field that the key for a note leads to. */
export const noteFieldId = 'applicant-note';

/** Adds a note. What is typed is kept with the applicant whom it is about, also when the next one is looked at. */
export function AddNote({ applicantId }: { applicantId: Id }) {
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
  return (
    <NoteFields
      state={state}
      label="Add a note"
      hint="For you and your colleagues only."
      submitLabel="Add note"
      busyLabel={messages['busy.submitting']}
      fieldId={noteFieldId}
    />
  );
}

interface EditNoteProps {
  applicantId: Id;
  note: ApplicantNote;
  /** Saved, or given up. */
  onDone: () => void;
}

/** Corrects a note in its place. */
export function EditNote({ applicantId, note: before, onDone }: EditNoteProps) {
  const queries = useQueryClient();
  const state = useResourceForm<{ note: string }>({
    draftKey: `applicant-note-edit:${before.id}`,
    stored: { note: before.note },
    resolver,
    fields: ['note'],
    save: ({ note }, { signal }) =>
      callApi('updateApplicantNote', { params: { id: before.id }, body: { note }, signal }),
    onSaved: (answer) => {
      if (answer.data) showNote(queries, applicantId, answer.data as ApplicantNote);
      notify.success(messages['applicant.noteUpdated']);
      onDone();
    },
  });
  const cancel = async () => {
    await state.discardChanges();
    onDone();
  };
  return (
    <NoteFields
      state={state}
      label="Edit note"
      submitLabel="Save note"
      busyLabel={messages['busy.editing']}
      focus
      onCancel={() => void cancel()}
    />
  );
}

interface NoteFieldsProps {
  state: ResourceFormState<{ note: string }>;
  label: string;
  hint?: string;
  submitLabel: string;
  busyLabel: string;
  fieldId?: string;
  /** The text takes the focus when it comes. */
  focus?: boolean;
  onCancel?: () => void;
}

function NoteFields(props: NoteFieldsProps) {
  const { state, label, hint, submitLabel, busyLabel, fieldId, focus = false, onCancel } = props;
  const { form } = state;
  useEffect(() => {
    if (focus) form.setFocus('note');
  }, [focus, form]);
  const stay = () => {};
  return (
    <form className={styles.form} onSubmit={(event) => void state.submit(event)} noValidate>
      <FormNotices state={state} />
      <TextField
        label={label}
        hint={hint}
        multiline
        rows={3}
        dir="auto"
        maxLength={limits.note}
        counter
        readOnly={state.busy}
        error={form.formState.errors.note?.message}
        {...form.register('note')}
        id={fieldId}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void state.submit();
        }}
      />
      <div className={styles.actions}>
        <DraftStatus draft={state.draft} dirty={state.dirty} />
        {onCancel && (
          <Button variant="quiet" onClick={onCancel} disabled={state.busy}>
            Cancel
          </Button>
        )}
        <Button type="submit" busy={state.busy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </div>
      <LeaveDialog state={state} closing={false} onStay={stay} onClose={stay} />
    </form>
  );
}
