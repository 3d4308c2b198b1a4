import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { ApplicantNote, SingleApplicant } from '#shared/schemas/applicant.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { EditIcon, TrashIcon } from '../../../ui/icons.tsx';
import { useDeleteWithUndo } from '../../shared/use-delete-with-undo.ts';
import { singleApplicantKey } from '../single-applicant.ts';
import { AddNote, EditNote } from './NoteForm.tsx';
import styles from './Notes.module.css';
import { Section, sectionId } from './Section.tsx';

/** What admins wrote down about an applicant, the newest first, and a place to write more. */
export function Notes({ applicant }: { applicant: SingleApplicant }) {
  const { id, notes } = applicant;
  const queries = useQueryClient();
  const { remove, deleting } = useDeleteWithUndo({
    resource: 'applicant_note',
    call: 'deleteApplicantNote',
    deleted: messages['applicant.noteDeleted'],
    refresh: () => void queries.invalidateQueries({ queryKey: singleApplicantKey(id) }),
  });
  const removeNote = async (noteId: Id) => {
    if (deleting !== undefined) return;
    // The button goes with its note.
    if (await remove(noteId)) document.getElementById(sectionId('notes'))?.focus();
  };
  return (
    <Section name="notes" title="Notes">
      <AddNote applicantId={id} />
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

interface NoteProps {
  applicantId: Id;
  note: ApplicantNote;
  deleting: boolean;
  onDelete: () => void;
}

function Note({ applicantId, note, deleting, onDelete }: NoteProps) {
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const { note: text, who, created_at: at, updated_at: editedAt = at } = note;
  if (editing) {
    return (
      <li className={styles.note}>
        <EditNote
          applicantId={applicantId}
          note={note}
          onDone={() => {
            setEditing(false);
            // It is there again once this form is gone.
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
          <bdi>{who}</bdi> · <time dateTime={at}>{formatMoment(at)}</time>
          {editedAt > at && (
            <>
              {' '}
              · <time dateTime={editedAt}>edited {formatMoment(editedAt)}</time>
            </>
          )}
        </p>
        <span className={styles.tools}>
          <IconButton ref={editButton} label={`Edit ${name}`} onClick={() => setEditing(true)}>
            <EditIcon size={16} />
          </IconButton>
          <IconButton label={`Delete ${name}`} onClick={onDelete}>
            <TrashIcon size={16} />
          </IconButton>
        </span>
      </div>
    </li>
  );
}
