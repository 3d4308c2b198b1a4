import type { SingleApplicant } from '#shared/schemas/applicant.ts';
import { languageOf } from '#shared/text-direction.ts';
import { momentInWords } from '../../words/dates.ts';
import { Section } from '../parts/Section.tsx';
import { NoteForm } from './NoteForm.tsx';
import styles from './Notes.module.css';

/** What admins wrote down about an applicant, the newest first, and a place to write more. */
export function Notes({ applicant }: { applicant: SingleApplicant }) {
  const { id, notes } = applicant;
  return (
    <Section name="notes" title="Notes">
      <NoteForm applicantId={id} />
      {notes.length > 0 && (
        <ol className={styles.list}>
          {notes.toReversed().map((note) => (
            <li key={note.id} className={styles.note}>
              <p className={styles.text} dir="auto" lang={languageOf(note.note)}>
                {note.note}
              </p>
              <p className={styles.by}>
                <bdi>{note.who}</bdi> ·{' '}
                <time dateTime={note.created_at}>{momentInWords(note.created_at)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
