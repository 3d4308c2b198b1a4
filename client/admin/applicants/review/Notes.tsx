import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type ApplicantNote, noteInputSchema, type SingleApplicant } from '#shared/schemas/applicant.ts';
import { callApi } from '../../../api/call.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { EditIcon, TrashIcon } from '../../../ui/icons.tsx';
import { notify } from '../../../ui/toast.ts';
import { useDeleteAsking } from '../../shared/deletion.tsx';
import { TextForm } from '../../shared/TextForm.tsx';
import { refreshApplicant, useAbilities } from '../queries.ts';
import { Section, sectionId } from './Facts.tsx';
import styles from './Notes.module.css';

/** The admins' notes about an applicant, newest first, and a form to add one. */
export function Notes({ applicant }: { applicant: SingleApplicant }) {
  const { id, notes } = applicant;
  const can = useAbilities();
  const queries = useQueryClient();
  const { remove, deleting, question } = useDeleteAsking({
    resource: 'applicant_note',
    call: 'deleteApplicantNote',
    done: deskMessages['applicant.noteDeleted'],
    refresh: () => refreshApplicant(queries, id),
  });
  const removeNote = async (noteId: Id) => {
    if (deleting !== undefined) return;
    // The focused delete button disappeared with its note, so the focus moves to the heading.
    if (await remove(noteId, 'this note')) document.getElementById(sectionId('notes'))?.focus();
  };
  if (!can.addsNotes && notes.length === 0) return null;
  return (
    <Section name="notes" title="Notes">
      {question}
      {can.addsNotes && <NoteForm applicantId={id} />}
      {notes.length > 0 && (
        <ol className="stack3">
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

interface NoteProps extends Required<Pick<NoteFormProps, 'applicantId' | 'note'>> {
  deleting: boolean;
  onDelete: () => void;
}

function Note({ applicantId, note, deleting, onDelete }: NoteProps) {
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const can = useAbilities();
  const { note: text, who, created_at: at, updated_at: editedAt = at } = note;
  if (editing) {
    return (
      <li className="marked">
        <NoteForm
          applicantId={applicantId}
          note={note}
          onDone={() => {
            // The edit button is there only once this form has closed, and a frame may come before that.
            flushSync(() => setEditing(false));
            editButton.current?.focus();
          }}
        />
      </li>
    );
  }
  const name = `the note of ${who ? `${who}, ` : ''}${formatMoment(at)}`;
  return (
    <li className="marked" aria-busy={deleting || undefined}>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <div className={styles.foot}>
        <p className="small">
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
          {can.editsNotes && (
            <IconButton ref={editButton} label={`Edit ${name}`} onClick={() => setEditing(true)}>
              <EditIcon size={16} />
            </IconButton>
          )}
          {can.removesNotes && (
            <IconButton label={`Delete ${name}`} onClick={onDelete}>
              <TrashIcon size={16} />
            </IconButton>
          )}
        </span>
      </div>
    </li>
  );
}

const noteFieldId = 'applicant-note';

/** Focuses the field for a new note; returns false if there is none. */
export function focusNote() {
  const field = document.getElementById(noteFieldId);
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
  return field !== null;
}

interface NoteFormProps {
  applicantId: Id;
  /** The note to edit; undefined for a new one. */
  note?: ApplicantNote;
  onDone?: () => void;
}

function NoteForm({ applicantId, note, onDone }: NoteFormProps) {
  const queries = useQueryClient();
  return (
    <TextForm
      draftKey={note ? `applicant-note-edit:${note.id}` : `applicant-note:${applicantId}`}
      name="note"
      rule={noteInputSchema.shape.note}
      stored={note?.note}
      save={(body, signal) =>
        note
          ? callApi('updateApplicantNote', { params: { id: note.id }, body, signal })
          : callApi('addApplicantNote', { params: { id: applicantId }, body, signal })
      }
      onSaved={() => {
        refreshApplicant(queries, applicantId);
        notify.success(deskMessages[note ? 'applicant.noteUpdated' : 'applicant.noteAdded']);
      }}
      onDone={onDone}
      field={{
        label: note ? 'Edit note' : 'Add a note',
        hint: note ? undefined : 'For you and your colleagues only.',
        rows: 3,
        maxLength: limits.note,
        id: note ? undefined : noteFieldId,
      }}
      submit={{
        children: note ? 'Save note' : 'Add note',
        busyLabel: note ? deskMessages['busy.editing'] : messages['busy.submitting'],
        variant: 'quiet',
      }}
    />
  );
}
