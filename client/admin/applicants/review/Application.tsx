import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
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
import { phoneHref } from '#shared/site/contact-links.ts';
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
import { notify } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { TextForm, useDeleteAsking } from '../../shared/calls.tsx';
import { FactList } from '../../shared/FactList.tsx';
import { useApplicantActions } from '../ApplicantActions.tsx';
import { Retention, TimeAgo } from '../ApplicantFacts.tsx';
import { CvSkeleton } from '../cv/CvSkeleton.tsx';
import { refreshApplicant, saveApplicant, useAbilities, useJobLabel, versionOf } from '../queries.ts';
import styles from './Application.module.css';
import factStyles from './Facts.module.css';
import noteStyles from './Notes.module.css';

/** Loaded lazily: PDF.js is larger than the rest of the screen, and is needed only when a PDF is opened. */
const CvReader = lazy(() => import('../cv/CvReader.tsx'));

/** One submission of the applicant: the first, until the admin chooses another. */
export function Application({ applicant }: { applicant: SingleApplicant }) {
  const { submissions } = applicant;
  const [chosen, setChosen] = useState(1);
  // For a host without submissions, the applicant's own fields are shown as submission 1.
  const sent: Submission = submissions.find(({ number }) => number === chosen) ?? { ...applicant, number: 1 };
  return (
    <>
      {submissions.length > 1 && (
        <div className={styles.several}>
          <Select
            label={`Applied ${submissions.length} times`}
            hint="Anyone who knows an email address can apply with it, so compare before you trust new details."
            value={String(chosen)}
            options={submissions.map(({ number, created_at, reference }) => ({
              value: String(number),
              label: `${number}. ${formatMoment(created_at)} (${reference})`,
            }))}
            onChange={(event) => setChosen(Number(event.target.value))}
          />
        </div>
      )}
      <Contact applicant={applicant} sent={sent} />
      <CvSection key={sent.number} applicantId={applicant.id} sent={sent} />
      {sent.cover_letter && (
        <Section name="letter" title="Cover letter">
          <p className={styles.letter} dir="auto" lang={languageOf(sent.cover_letter)}>
            {sent.cover_letter}
          </p>
        </Section>
      )}
      <ReviewFacts
        facts={{
          Reference: sent.reference,
          'Consent given': formatMoment(sent.consent_at),
          Source: sent.source && <bdi>{sent.source}</bdi>,
        }}
      />
    </>
  );
}

/** Contact details and links of the applicant. */
function Contact({ applicant, sent }: { applicant: SingleApplicant; sent: Submission }) {
  const { mail } = useApplicantActions();
  // A host may have stored any text; only web addresses become links.
  const links = [
    { label: 'Portfolio', url: sent.portfolio_url },
    { label: 'LinkedIn', url: sent.linkedin_url },
  ].flatMap(({ label, url }) => (url && /^https?:\/\//i.test(url) ? { label, url } : []));
  return (
    <ReviewFacts
      whole="Email"
      facts={{
        Email: (
          <span className="row3">
            <a href={`mailto:${encodeURIComponent(sent.email).replace('%40', '@')}`}>{sent.email}</a>
            {mail && <FactButton onClick={() => mail([applicant])}>Mail</FactButton>}
          </span>
        ),
        Phone: sent.phone && <a href={phoneHref(sent.phone)}>{sent.phone}</a>,
        City: sent.city && <bdi>{sent.city}</bdi>,
        Links: links.length > 0 && (
          <span className="row3">
            {links.map(({ label, url }) => (
              <a
                key={label}
                className={styles.link}
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                title={url}
              >
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
function CvSection({ applicantId, sent }: { applicantId: Id; sent: Submission }) {
  const can = useAbilities();
  const path = `${callPath(contract.downloadCv, { id: applicantId })}?submission=${sent.number}`;
  const hasCv = Boolean(sent.cv_name) || !can.namesCvs;
  const name = sent.cv_name && <bdi>{sent.cv_name}</bdi>;
  return (
    <Section
      name="application"
      title="CV"
      aside={
        can.cv &&
        hasCv && (
          <span className="row3 small">
            {name} {sent.cv_size > 0 && <span>{readableBytes(sent.cv_size)}</span>}
            <a className={buttonClass({ variant: 'quiet' })} href={path} download={sent.cv_name}>
              <DownloadIcon size={18} /> Download
            </a>
          </span>
        )
      }
    >
      {can.cv && hasCv && sent.cv_mime === 'application/pdf' ? (
        <Suspense fallback={<CvSkeleton />}>
          <CvReader path={path} />
        </Suspense>
      ) : (
        <p className="note">
          {!can.cv ? (
            <>{name} Your API host does not give out CVs.</>
          ) : !hasCv ? (
            'No CV came with this application.'
          ) : sent.cv_mime ? (
            'This is a word processor document. Only PDFs are shown here: download it to read it.'
          ) : (
            'Download it to read it; only PDFs are shown here.'
          )}
        </p>
      )}
    </Section>
  );
}

/** Facts about the applicant that do not belong to a single submission. */
export function Facts({ applicant }: { applicant: SingleApplicant }) {
  const [changing, setChanging] = useState(false);
  const { submissions_count: count, last_submitted_at: last, retain_until: kept } = applicant;
  const can = useAbilities();
  const jobLabel = useJobLabel();
  return (
    <>
      <ReviewFacts
        facts={{
          Job: <span dir="auto">{jobLabel(applicant)}</span>,
          Applied: (
            <>
              <TimeAgo iso={applicant.created_at} />
              {count > 1 && (
                <>
                  , {count} times, last <TimeAgo iso={last} />
                </>
              )}
            </>
          ),
          'Deleted on': (kept || can.retains) && (
            <span className={factStyles.withButton}>
              <Retention until={kept} />
              {can.retains && <FactButton onClick={() => setChanging(true)}>Change</FactButton>}
            </span>
          ),
        }}
      />
      {changing && <RetentionDialog applicant={applicant} onClose={() => setChanging(false)} />}
    </>
  );
}

/** Facts in the review. */
export function ReviewFacts(props: Omit<ComponentProps<typeof FactList>, 'className'>) {
  return <FactList {...props} className={factStyles.facts} />;
}

/** A small button beside a fact. */
function FactButton(props: ComponentProps<typeof Button>) {
  return <Button variant="quiet" className={factStyles.button} {...props} />;
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

interface SectionProps {
  /** Part of the heading's id; the toolbar links to that id. */
  name: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of the review with its heading. */
export function Section({ name, title, aside, children }: SectionProps) {
  return (
    <section className="stack3 ruled" aria-labelledby={sectionId(name)}>
      <header className="row2 between">
        <h3 className={factStyles.title} id={sectionId(name)} tabIndex={-1}>
          {title}
        </h3>
        {aside}
      </header>
      {children}
    </section>
  );
}

function sectionId(name: string) {
  return `review-${name}`;
}

/** Button that leads to a section. */
export function SectionLink({ to, children }: { to: string; children: ReactNode }) {
  const jump = () => {
    const heading = document.getElementById(sectionId(to));
    heading?.scrollIntoView({ block: 'start', behavior: 'smooth' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={factStyles.jump} onClick={jump}>
      {children}
    </button>
  );
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
      <p className={noteStyles.text} dir="auto">
        {text}
      </p>
      <div className={noteStyles.foot}>
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
        <span className={noteStyles.tools}>
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
