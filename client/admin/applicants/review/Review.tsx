import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { SingleApplicant, Submission } from '#shared/schemas/applicant.ts';
import { ApiError, isStatus } from '../../../api/api-error.ts';
import { callQuery } from '../../../api/call-query.ts';
import { isCallMissing, useHostSupports } from '../../../api/host-support.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { ArrowRightIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { HistoryButton } from '../../shared/activity/use-history-item.tsx';
import { FactList } from '../../shared/FactList.tsx';
import { candidateMailsQuery, WrittenMails } from '../../shared/mails/WrittenMails.tsx';
import { OpenRecord, type ReadingOrder, StepButtons } from '../../shared/OpenRecord.tsx';
import { FailedNote, Placeholders } from '../../shared/PagedList.tsx';
import { useApplicantActions } from '../ApplicantActions.tsx';
import { Rating, RatingField, StatusMenu, TimeAgo } from '../ApplicantFacts.tsx';
import { formatEvent, jobLabel, nextStatus, statusLabels } from '../labels.ts';
import { useAbilities, useSingleApplicant } from '../queries.ts';
import applicationStyles from './Application.module.css';
import { Cv, Facts, focusIn, Letter, Notes, Origin, tabsName } from './Application.tsx';
import styles from './Review.module.css';

interface ReviewProps {
  id: Id;
  order: ReadingOrder;
  /** Called when the applicant was deleted. */
  onLeave: () => void;
  onClose: () => void;
}

/** The error where the host is known not to open applicants: no call is made then, so the query has none. */
const lacks = new ApiError('host.callMissing', 404);

/** One applicant for review: next to the list on wide screens, in a dialog over the list on others. */
export function Review({ id, onClose, ...toolbar }: ReviewProps) {
  const query = useSingleApplicant(id);
  const { opens } = useAbilities();
  const isGone = isStatus(query.error, 404) && !isCallMissing(query.error);
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
          className="stack2"
          heights={['2.75rem', '2rem', '3rem', '2.5rem', '45rem']}
        />
      }
      onClose={onClose}
      data-review
    >
      {(applicant) => <Opened key={id} applicant={applicant} {...toolbar} />}
    </OpenRecord>
  );
}

interface OpenedProps extends Pick<ReviewProps, 'order' | 'onLeave'> {
  applicant: SingleApplicant;
}

function Opened({ applicant, ...toolbar }: OpenedProps) {
  const { id, submissions, notes, rating, reject_reason: reason } = applicant;
  const { rate } = useApplicantActions();
  const can = useAbilities();
  const [chosen, choose] = useState(1);
  const [tab, openTab] = useState<string>();
  // For a host without submissions, the applicant's own fields are shown as submission 1.
  const sent: Submission = submissions.find(({ number }) => number === chosen) ?? { ...applicant, number: 1 };
  const { cover_letter: letter } = sent;
  // A host that does not tell may have a CV.
  const hasCv = !can.namesCvs || Boolean(sent.cv_name);
  const tabs = [
    { key: 'cv', label: 'CV', content: <Cv key={sent.number} id={id} sent={sent} isThere={hasCv} /> },
    { key: 'letter', label: 'Letter', content: letter && <Letter text={letter} /> },
    {
      key: 'notes',
      label: notes.length > 0 ? `Notes (${notes.length})` : 'Notes',
      content: (can.addsNotes || notes.length > 0) && <Notes applicant={applicant} />,
    },
    {
      key: 'history',
      label: 'History',
      content: (
        <div className="stack5">
          <Origin applicant={applicant} sent={sent} />
          <Mails applicantId={id} />
          <History applicant={applicant} />
        </div>
      ),
    },
  ].filter(({ content }) => content);
  const first = hasCv || !letter ? 'cv' : 'letter';
  return (
    <div className="stack1">
      <ReviewToolbar applicant={applicant} {...toolbar} />
      <div className="row1">
        <StatusMenu applicant={applicant} />
        {can.rates ? (
          <RatingField value={rating} onChange={(stars) => rate(applicant, stars)} />
        ) : (
          <Rating value={rating} />
        )}
      </div>
      <Facts applicant={applicant} sent={sent} onChoose={choose} />
      {applicant.status === 'rejected' && reason && (
        <p className={styles.reason}>
          <strong>Reason:</strong> <span dir="auto">{reason}</span>
        </p>
      )}
      <HeldBackNote applicantId={id} />
      <OtherApplications applicant={applicant} />
      <Tabs
        label="Parts of this application"
        name={tabsName}
        tabs={tabs}
        current={tabs.find(({ key }) => key === tab)?.key ?? first}
        onChoose={openTab}
      />
    </div>
  );
}

/**
 * Leads to the previous and the next applicant, and has what is done with this one: the next stage, a rejection and a
 * mail; the rest is in a menu.
 */
function ReviewToolbar({ applicant, order, onLeave }: OpenedProps) {
  const { mark, remove, move, mail } = useApplicantActions();
  const can = useAbilities();
  const { name, status } = applicant;
  const unread = applicant.is_read === 0;
  const next = can.moves ? nextStatus(status, can.statuses) : undefined;
  const more = [
    {
      offered: can.marks,
      label: unread ? 'Mark as read' : 'Mark as unread',
      onSelect: () => mark(applicant, unread ? 'read' : 'unread'),
    },
    {
      offered: can.removes,
      label: 'Delete',
      Icon: TrashIcon,
      danger: true,
      onSelect: () => void remove(applicant).then((gone) => gone && onLeave()),
    },
  ].filter(({ offered }) => offered);
  return (
    <div className={styles.toolbar}>
      <StepButtons what="applicant" order={order} />
      <div className={styles.moves}>
        {next && (
          <Button className={styles.next} onClick={() => move(applicant, next)}>
            {statusLabels[next]} <ArrowRightIcon size={16} />
          </Button>
        )}
        {status === 'spam' && can.moves && <Button onClick={() => move(applicant, 'new')}>Not spam</Button>}
        {next && can.statuses.includes('rejected') && (
          <Button variant="quiet" onClick={() => move(applicant, 'rejected')}>
            Reject
          </Button>
        )}
        {mail && (
          <Button variant="quiet" onClick={() => mail([applicant])}>
            Mail
          </Button>
        )}
        {more.length > 0 && <Menu label={`More for ${name}`} items={more} />}
      </div>
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
    <FactList
      className={applicationStyles.facts}
      facts={{
        'Other applications': (
          <ul className={applicationStyles.inLine} aria-label="Other applications">
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
    <div className="stack3">
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
      <div>
        <HistoryButton resource="applicant" id={id} name={name} />
      </div>
    </div>
  );
}

/** The mails to an applicant; not asked for if the host does not store any. */
const useMails = (id: Id) =>
  useQuery({ ...candidateMailsQuery(id), enabled: useHostSupports('getMailTemplates') === true });

const mailsId = 'review-mails';

/** Mails that were written to the applicant; empty if there are none. */
function Mails({ applicantId }: { applicantId: Id }) {
  const query = useMails(applicantId);
  const { data, error } = query;
  if (data ? data.length === 0 : !error) return null;
  return (
    <section className="stack3" aria-labelledby={mailsId}>
      <h3 id={mailsId} tabIndex={-1}>
        Mails
      </h3>
      {data ? <WrittenMails mails={data} /> : <FailedNote what="mails" query={query} />}
    </section>
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
      <Button variant="quiet" onClick={() => focusIn('history', mailsId)}>
        Send or discard it
      </Button>
    </p>
  );
}
