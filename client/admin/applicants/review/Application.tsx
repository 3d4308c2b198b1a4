import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import {
  type ApplicantNote,
  applicantChangeSchema,
  noteInputSchema,
  type SingleApplicant,
  type Submission,
} from '#shared/schemas/applicant.ts';
import { mailHref, phoneHref } from '#shared/site/contact-links.ts';
import { languageOf } from '#shared/text-direction.ts';
import { callApi } from '../../../api/call.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { bindFields, useResourceForm } from '../../../forms/use-resource-form.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { DateField } from '../../../ui/fields/TextField.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { DownloadIcon, EditIcon, ExternalIcon, TrashIcon } from '../../../ui/icons.tsx';
import { focusTab, tabOf } from '../../../ui/Tabs.tsx';
import { notify } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { TextForm, useDeleteAsking } from '../../shared/calls.tsx';
import { FactList } from '../../shared/FactList.tsx';
import { Retention, TimeAgo } from '../ApplicantFacts.tsx';
import { CvSkeleton } from '../cv/CvSkeleton.tsx';
import { refreshApplicant, saveApplicant, useAbilities, useJobLabel, versionOf } from '../queries.ts';
import styles from './Application.module.css';

/** Loaded lazily: PDF.js is larger than the rest of the screen, and is needed only when a PDF is opened. */
const CvReader = lazy(() => import('../cv/CvReader.tsx'));

interface OfSubmission {
  applicant: SingleApplicant;
  sent: Submission;
}

/** For what and when the applicant applied, and how they can be reached. Chooses one of several submissions. */
export function Facts({ applicant, sent, onChoose }: OfSubmission & { onChoose: (number: number) => void }) {
  const { submissions, created_at: at } = applicant;
  const jobLabel = useJobLabel();
  // A host may have stored any text; only web addresses become links.
  const links = [
    { label: 'Portfolio', url: sent.portfolio_url },
    { label: 'LinkedIn', url: sent.linkedin_url },
  ].flatMap(({ label, url }) => (url && /^https?:\/\//i.test(url) ? { label, url } : []));
  return (
    <FactList
      hidesNames
      className={styles.inLine}
      facts={{
        Job: <span dir="auto">{jobLabel(applicant)}</span>,
        Applied:
          submissions.length > 1 ? (
            <div className={styles.choice}>
              <Select
                label={`Applied ${submissions.length} times`}
                hint={
                  sent.number > 1 &&
                  'Anyone who knows an address can apply with it: compare before you trust new details.'
                }
                value={String(sent.number)}
                options={submissions.map(({ number, created_at, reference }) => ({
                  value: String(number),
                  label: `${number}. ${formatMoment(created_at)} (${reference})`,
                }))}
                onChange={(event) => onChoose(Number(event.target.value))}
              />
            </div>
          ) : (
            <TimeAgo iso={at} />
          ),
        Email: <a href={mailHref(sent.email)}>{sent.email}</a>,
        Phone: sent.phone && <a href={phoneHref(sent.phone)}>{sent.phone}</a>,
        City: sent.city && <bdi>{sent.city}</bdi>,
        Links: links.length > 0 && (
          <span className="row3">
            {links.map(({ label, url }) => (
              <a key={label} href={url} target="_blank" rel="noopener noreferrer" title={url}>
                {label} <ExternalIcon size={14} />
                <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
              </a>
            ))}
          </span>
        ),
      }}
    />
  );
}

/** The CV of one submission: shown in place if it is a PDF, and always available for download. */
export function Cv({ id, sent, isThere }: { id: Id; sent: Submission; isThere: boolean }) {
  const can = useAbilities();
  const path = `${callPath(contract.downloadCv, { id })}?submission=${sent.number}`;
  const name = sent.cv_name && <bdi title={sent.cv_name}>{sent.cv_name}</bdi>;
  const file = can.cv && isThere && (
    <span className="row3 small">
      {name} {sent.cv_size > 0 && <span>{readableBytes(sent.cv_size)}</span>}
      <a className={buttonClass({ variant: 'quiet' })} href={path} download={sent.cv_name}>
        <DownloadIcon size={18} /> Download
      </a>
    </span>
  );
  if (file && sent.cv_mime === 'application/pdf')
    return (
      <Suspense fallback={<CvSkeleton />}>
        <CvReader path={path} file={file} />
      </Suspense>
    );
  return (
    <div className="stack2">
      {file}
      <p className="note">
        {!can.cv ? (
          <>{name} Your API host does not give out CVs.</>
        ) : !isThere ? (
          'No CV came with this application.'
        ) : sent.cv_mime ? (
          'This is a word processor document. Only PDFs are shown here: download it to read it.'
        ) : (
          'Download it to read it; only PDFs are shown here.'
        )}
      </p>
    </div>
  );
}

export function Letter({ text }: { text: string }) {
  return (
    <p className={styles.letter} dir="auto" lang={languageOf(text)}>
      {text}
    </p>
  );
}

/** Where the application comes from, and how long it is kept. */
export function Origin({ applicant, sent }: OfSubmission) {
  const [changing, setChanging] = useState(false);
  const { retain_until: kept } = applicant;
  const can = useAbilities();
  return (
    <>
      <FactList
        className={styles.facts}
        facts={{
          Reference: sent.reference,
          'Consent given': formatMoment(sent.consent_at),
          Source: sent.source && <bdi>{sent.source}</bdi>,
          'Deleted on': (kept || can.retains) && (
            <span className={styles.withButton}>
              <Retention until={kept} />
              {can.retains && (
                <Button variant="quiet" onClick={() => setChanging(true)}>
                  Change
                </Button>
              )}
            </span>
          ),
        }}
      />
      {changing && <RetentionDialog applicant={applicant} onClose={() => setChanging(false)} />}
    </>
  );
}

/** Sets the day after which the applicant and their files are deleted. */
function RetentionDialog({ applicant, onClose }: { applicant: SingleApplicant; onClose: () => void }) {
  const queries = useQueryClient();
  const state = useResourceForm<{ retain_until: string }>({
    draftKey: undefined,
    stored: { retain_until: applicant.retain_until },
    version: versionOf(queries, applicant.id),
    rules: applicantChangeSchema.shape,
    save: (values, { version }) => saveApplicant(queries, applicant.id, values, version),
    onSaved: () => {
      notify.success(deskMessages['applicant.updated']);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Retention period"
      size="small"
      submitLabel="Save"
      busyLabel={deskMessages['busy.editing']}
      state={state}
      onClose={onClose}
    >
      <DateField
        label="Keep until"
        hint={`All data of this applicant is deleted after this day. At most ${limits.retentionYears} years from now.`}
        {...bindFields(state.form, state.busy)('retain_until')}
      />
    </FormDialog>
  );
}

/** Start of the ids of the tabs of a review. */
export const tabsName = 'review';

/** Opens a tab of the review, and moves the focus to what has this id in it. Returns false if there is no such thing. */
export function focusIn(tab: string, id: string) {
  const target = document.getElementById(id);
  // An element in a closed tab cannot take the focus.
  if (target) flushSync(() => tabOf(tabsName, tab)?.click());
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
  return target !== null;
}

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
    // The focused delete button disappeared with its note, so the focus moves to the tab.
    if (await remove(noteId, 'this note')) focusTab(tabsName, 'notes');
  };
  return (
    <div className="stack3">
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
    </div>
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
      <p className={styles.note} dir="auto">
        {text}
      </p>
      <div className={styles.noteFoot}>
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
        <span className={styles.noteTools}>
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
export const focusNote = () => focusIn('notes', noteFieldId);

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
