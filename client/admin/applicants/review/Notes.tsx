import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type ApplicantNote, noteInputSchema, type SingleApplicant } from '#shared/schemas/applicant.ts';
import { callApi } from '../../../api/call.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { DraftStatus, FormNotices } from '../../../forms/FormNotices.tsx';
import { problemOf, resolverOf } from '../../../forms/form-rules.ts';
import { LeaveDialog } from '../../../forms/LeaveDialog.tsx';
import { type ResourceFormState, useResourceForm } from '../../../forms/use-resource-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { EditIcon, TrashIcon } from '../../../ui/icons.tsx';
import { notify } from '../../../ui/toast.ts';
import { useDeleteAsking } from '../../shared/use-delete-asking.tsx';
import { refreshApplicant } from '../queries.ts';
import styles from './Notes.module.css';
import { Section, sectionId } from './Section.tsx';

/** The admins' notes about an applicant, newest first, and a form to add one. */
export function Notes({ applicant }: { applicant: SingleApplicant }) {
  const { id, notes } = applicant;
  const can = useNoteAbilities();
  const queries = useQueryClient();
  const { remove, deleting, question } = useDeleteAsking({
    resource: 'applicant_note',
    call: 'deleteApplicantNote',
    deleted: deskMessages['applicant.noteDeleted'],
    refresh: () => refreshApplicant(queries, id),
  });
  const removeNote = async (noteId: Id) => {
    if (deleting !== undefined) return;
    // The focused delete button disappeared with its note, so the focus moves to the heading.
    if (await remove(noteId, 'this note')) document.getElementById(sectionId('notes'))?.focus();
  };
  if (!can.adds && notes.length === 0) return null;
  return (
    <Section name="notes" title="Notes">
      {question}
      {can.adds && <AddNote applicantId={id} />}
      {notes.length > 0 && (
        <ol className={styles.list}>
          {[...notes].reverse().map((note) => (
            <Note
              key={note.id}
              applicantId={id}
              note={note}
              deleting={note.id === deleting}
              onDelete={() => void removeNote(note.id)}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}

/** Returns which actions on notes the API host supports. */
export function useNoteAbilities() {
  const adds = useHostSupports('addApplicantNote') !== false;
  const edits = useHostSupports('updateApplicantNote') !== false;
  const removes = useHostSupports('deleteApplicantNote') !== false;
  return { adds, edits, removes };
}

interface NoteProps {
  applicantId: Id;
  note: ApplicantNote;
  deleting: boolean;
  onDelete: () => void;
}

function Note({ applicantId, note, deleting, onDelete }: NoteProps) {
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const can = useNoteAbilities();
  const { note: text, who, created_at: at, updated_at: editedAt = at } = note;
  if (editing) {
    return (
      <li className={styles.note}>
        <EditNote
          applicantId={applicantId}
          note={note}
          onDone={() => {
            setEditing(false);
            // The edit button is mounted only after this form has closed, so it is focused in the next frame.
            requestAnimationFrame(() => editButton.current?.focus());
          }}
        />
      </li>
    );
  }
  const name = `the note of ${who ? `${who}, ` : ''}${formatMoment(at)}`;
  return (
    <li className={styles.note} aria-busy={deleting || undefined}>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <div className={styles.foot}>
        <p className={styles.by}>
          {who && (
            <>
              <bdi>{who}</bdi> ·{' '}
            </>
          )}
          <time dateTime={at}>{formatMoment(at)}</time>
          {editedAt > at && (
            <>
              {' '}
              · <time dateTime={editedAt}>edited {formatMoment(editedAt)}</time>
            </>
          )}
        </p>
        <span className={styles.tools}>
          {can.edits && (
            <IconButton ref={editButton} label={`Edit ${name}`} onClick={() => setEditing(true)}>
              <EditIcon size={16} />
            </IconButton>
          )}
          {can.removes && (
            <IconButton label={`Delete ${name}`} onClick={onDelete}>
              <TrashIcon size={16} />
            </IconButton>
          )}
        </span>
      </div>
    </li>
  );
}

const resolver = resolverOf(({ note }: { note: string }) => ({
  note: problemOf(noteInputSchema.shape.note, note),
}));

const noteFieldId = 'applicant-note';

/** Focuses the field for a new note; returns false if there is none. */
export function focusNote(): boolean {
  const field = document.getElementById(noteFieldId);
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
  return field !== null;
}

/** Form that adds a note. Each applicant has its own draft, which is retained when another applicant is opened. */
function AddNote({ applicantId }: { applicantId: Id }) {
  const queries = useQueryClient();
  const state = useResourceForm<{ note: string }>({
    draftKey: `applicant-note:${applicantId}`,
    stored: { note: '' },
    resolver,
    fields: ['note'],
    save: ({ note }, { signal }) =>
      callApi('addApplicantNote', { params: { id: applicantId }, body: { note }, signal }),
    onSaved: () => {
      refreshApplicant(queries, applicantId);
      notify.success(deskMessages['applicant.noteAdded']);
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
  /** Called when the note was saved or the edit was cancelled. */
  onDone: () => void;
}

/** Edits a note in place. */
function EditNote({ applicantId, note: before, onDone }: EditNoteProps) {
  const queries = useQueryClient();
  const state = useResourceForm<{ note: string }>({
    draftKey: `applicant-note-edit:${before.id}`,
    stored: { note: before.note },
    resolver,
    fields: ['note'],
    save: ({ note }, { signal }) =>
      callApi('updateApplicantNote', { params: { id: before.id }, body: { note }, signal }),
    onSaved: () => {
      refreshApplicant(queries, applicantId);
      notify.success(deskMessages['applicant.noteUpdated']);
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
      busyLabel={deskMessages['busy.editing']}
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
  /** True if the text field takes the focus when it appears. */
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
        <Button variant="quiet" type="submit" busy={state.busy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </div>
      <LeaveDialog state={state} closing={false} onStay={stay} onClose={stay} />
    </form>
  );
}
