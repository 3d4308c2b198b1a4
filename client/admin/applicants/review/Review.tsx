import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { SingleApplicant } from '#shared/schemas/applicant.ts';
import { ApiError, translateError } from '../../../api/api-error.ts';
import { callQuery } from '../../../api/call-query.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ArrowRightIcon, TrashIcon } from '../../../ui/icons.tsx';
import { HistoryButton } from '../../shared/activity/use-history-item.tsx';
import { candidateMailsQuery, WrittenMails } from '../../shared/mails/WrittenMails.tsx';
import { OpenRecord, type ReadingOrder, StepButtons } from '../../shared/OpenRecord.tsx';
import { FailedNote, Placeholders } from '../../shared/PagedList.tsx';
import { useApplicantActions } from '../ApplicantActions.tsx';
import { Rating, RatingField, StatusMenu, TimeAgo } from '../ApplicantFacts.tsx';
import { formatEvent, jobLabel, nextStatus, statusLabels } from '../labels.ts';
import { useAbilities, useSingleApplicant } from '../queries.ts';
import { Application, Facts, Notes, ReviewFacts, Section, SectionLink } from './Application.tsx';
import styles from './Review.module.css';

interface ReviewProps {
  id: Id;
  order: ReadingOrder;
  /** Called when the applicant was deleted. */
  onLeave: () => void;
  onClose: () => void;
}

/** One applicant for review: next to the list on wide screens, in a dialog over the list on others. */
export function Review({ id, onClose, ...toolbar }: ReviewProps) {
  const query = useSingleApplicant(id);
  const { opens } = useAbilities();
  const lacks = new ApiError('host.callMissing', 404);
  const isGone = translateError(query.error).code === 'applicant.notFound';
  return (
    <OpenRecord
      id={id}
      record={query.data ?? (isGone ? null : undefined)}
      query={opens ? query : { ...query, error: lacks }}
      one="Applicant"
      screen="Applicants"
      titleOf={({ name }) => name}
      label="Review"
      closeLabel="Close the review"
      gone={{
        title: 'This applicant no longer exists',
        text: 'They may have been deleted, or their retention period has ended.',
      }}
      lacking={{
        title: 'Your API host does not support opening an applicant',
        text: 'Their details are in the list.',
      }}
      loading={
        <Placeholders
          what="the applicant"
          className="stack5"
          heights={['2.5rem', '2.5rem', '8rem', '1.5rem', '45rem']}
        />
      }
      onClose={onClose}
      data-review
    >
      {(applicant) => (
        <div key={id} className="stack5">
          <ReviewToolbar applicant={applicant} {...toolbar} />
          <Stage applicant={applicant} />
          <HeldBackNote applicantId={id} />
          <Facts applicant={applicant} />
          <OtherApplications applicant={applicant} />
          <Application applicant={applicant} />
          <Notes applicant={applicant} />
          <Mails applicantId={id} />
          <History applicant={applicant} />
        </div>
      )}
    </OpenRecord>
  );
}

interface ReviewToolbarProps extends Pick<ReviewProps, 'order' | 'onLeave'> {
  applicant: SingleApplicant;
}

/**
 * Links to the previous and the next applicant and to the sections of this one. Also the actions that mark this
 * applicant as read or unread, and delete it.
 */
function ReviewToolbar({ applicant, order, onLeave }: ReviewToolbarProps) {
  const { mark, remove } = useApplicantActions();
  const can = useAbilities();
  const unread = applicant.is_read === 0;
  const removeNow = async () => {
    if (await remove(applicant)) onLeave();
  };
  return (
    <div className={styles.toolbar}>
      <StepButtons what="applicant" order={order} />
      <nav className="row1" aria-label="Parts of this application">
        <SectionLink to="application">CV</SectionLink>
        {applicant.cover_letter && <SectionLink to="letter">Letter</SectionLink>}
        {(can.addsNotes || applicant.notes.length > 0) && (
          <SectionLink to="notes">
            Notes{applicant.notes.length > 0 && ` (${applicant.notes.length})`}
          </SectionLink>
        )}
        <SectionLink to="history">History</SectionLink>
      </nav>
      <div className={styles.group}>
        {can.marks && (
          <Button variant="quiet" onClick={() => mark(applicant, unread ? 'read' : 'unread')}>
            {unread ? 'Mark as read' : 'Mark as unread'}
          </Button>
        )}
        {can.removes && (
          <IconButton
            className={styles.delete}
            label={`Delete ${applicant.name}`}
            title="Delete"
            onClick={() => void removeNow()}
          >
            <TrashIcon />
          </IconButton>
        )}
      </div>
    </div>
  );
}

/** Status, rating, and the next possible moves. */
function Stage({ applicant }: { applicant: SingleApplicant }) {
  const { move, rate } = useApplicantActions();
  const can = useAbilities();
  const { status, reject_reason: reason } = applicant;
  const next = can.moves ? nextStatus(status, can.statuses) : undefined;
  return (
    <div className="stack3">
      <div className="row3">
        <StatusMenu applicant={applicant} />
        {can.rates ? (
          <RatingField value={applicant.rating} onChange={(rating) => rate(applicant, rating)} />
        ) : (
          <Rating value={applicant.rating} />
        )}
        <span className={styles.moves}>
          {next && (
            <Button onClick={() => move(applicant, next)}>
              {statusLabels[next]} <ArrowRightIcon size={16} />
            </Button>
          )}
          {status === 'spam' && can.moves && <Button onClick={() => move(applicant, 'new')}>Not spam</Button>}
          {next && can.statuses.includes('rejected') && (
            <Button variant="quiet" onClick={() => move(applicant, 'rejected')}>
              Reject
            </Button>
          )}
        </span>
      </div>
      {status === 'rejected' && reason && (
        <p className={styles.reason}>
          <strong>Reason:</strong> <span dir="auto">{reason}</span>
        </p>
      )}
    </div>
  );
}

/**
 * Number of applications that are shown. Only a few, so that the CV below them can be reached with little scrolling.
 */
const few = 2;

/** Other applications of the same person, matched by email address; empty while they are unknown. */
function OtherApplications({ applicant: { id, email } }: { applicant: SingleApplicant }) {
  // A host without `getSavedAnswers` lacks `getOtherApplications` too.
  const isOffered = useHostSupports('getSavedAnswers') === true;
  const query = callQuery('getOtherApplications', { params: { id } });
  const found = useQuery({ ...query, enabled: isOffered });
  const { data: others } = found;
  if (found.error && !others) return <FailedNote what="other applications" query={found} />;
  if (!others || others.total === 0) return null;
  const shown = others.data.slice(0, few);
  const left = others.total - shown.length;
  return (
    <ReviewFacts
      whole="Other applications"
      facts={{
        'Other applications': (
          <ul className={styles.others} aria-label="Other applications">
            {shown.map((other) => (
              <li key={other.id}>
                {/* Opening it clears the filters of the list. */}
                <Link to={`${pathTo('adminApplicants')}?applicant=${other.id}`} dir="auto">
                  {jobLabel(other)}
                </Link>{' '}
                <span className="small">
                  {statusLabels[other.status]} · <TimeAgo iso={other.last_submitted_at} />
                </span>
              </li>
            ))}
            {left > 0 && (
              <li>
                <Link to={`${pathTo('adminApplicants')}?search=${encodeURIComponent(email)}`}>
                  {left} more
                </Link>
              </li>
            )}
          </ul>
        ),
      }}
    />
  );
}

/** Events of the application, newest first. */
function History({ applicant: { id, name, events } }: { applicant: SingleApplicant }) {
  return (
    <Section name="history" title="History">
      {events.length > 0 && (
        <ol className="stack3">
          {[...events].reverse().map((event) => (
            <li key={event.id} className={styles.event} data-type={event.type}>
              <span className={styles.what}>{formatEvent(event, events)}</span>
              <span className="small">
                {event.who && (
                  <>
                    <bdi>{event.who}</bdi> ·{' '}
                  </>
                )}
                <time dateTime={event.when}>{formatMoment(event.when)}</time>
              </span>
            </li>
          ))}
        </ol>
      )}
      <HistoryButton resource="applicant" id={id} name={name} label="Activity" />
    </Section>
  );
}

/** The mails to an applicant; not asked for if the host does not store any. */
const useMails = (id: Id) =>
  useQuery({ ...candidateMailsQuery(id), enabled: useHostSupports('getMailTemplates') === true });

/** Mails that were written to the applicant; empty if there are none. */
function Mails({ applicantId }: { applicantId: Id }) {
  const query = useMails(applicantId);
  const { data, error } = query;
  if (data ? data.length === 0 : !error) return null;
  return (
    <Section name="mails" title="Mails">
      {data ? <WrittenMails mails={data} /> : <FailedNote what="mails" query={query} />}
    </Section>
  );
}

/** Says at the head of the review that mails to the applicant are held back. */
function HeldBackNote({ applicantId }: { applicantId: Id }) {
  const { data = [] } = useMails(applicantId);
  const held = data.find(({ state }) => state === 'held_back');
  if (!held) return null;
  return (
    <p>
      <Badge tone="danger">Mail held back</Badge> <bdi>{held.subject}</bdi>{' '}
      <SectionLink to="mails">Send or discard it</SectionLink>
    </p>
  );
}
