import type { Id } from '#shared/id.ts';
import type { SingleApplicant } from '#shared/schemas/applicant.ts';
import { translateError } from '../../../api/api-error.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ArrowRightIcon, ChevronDownIcon, ChevronUpIcon, TrashIcon } from '../../../ui/icons.tsx';
import { DetailPane } from '../../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Placeholders } from '../../shared/Placeholders.tsx';
import { useApplicantActions } from '../ApplicantActions.tsx';
import { nextStatus, statusLabels } from '../labels.ts';
import { useSingleApplicant } from '../queries.ts';
import { Rating, RatingField } from '../Rating.tsx';
import { StatusMenu } from '../StatusMenu.tsx';
import { useAbilities } from '../use-abilities.ts';
import { Application } from './Application.tsx';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { HeldBackNote, Mails } from './Mails.tsx';
import { Notes } from './Notes.tsx';
import { OtherApplications } from './OtherApplications.tsx';
import styles from './Review.module.css';
import { SectionLink } from './Section.tsx';

interface ReviewSteps {
  /** Undefined when there is no previous or next applicant. */
  previous?: () => void;
  next?: () => void;
  /** Called when the applicant was deleted. */
  leaveRemoved: () => void;
}

interface ReviewProps {
  id: Id;
  steps: ReviewSteps;
  onClose: () => void;
}

/** One applicant for review: next to the list on wide screens, in a dialog over the list on others. */
export function Review(props: ReviewProps) {
  const { id, onClose } = props;
  const { data: applicant } = useSingleApplicant(id);
  const name = applicant?.name ?? 'Applicant';
  return (
    <>
      <PageTitle>{applicant ? `${name} · Applicants` : 'Applicants'}</PageTitle>
      <DetailPane
        id={id}
        label="Review"
        title={name}
        closeLabel="Close the review"
        onClose={onClose}
        data-review
      >
        <ReviewBody key={id} {...props} />
      </DetailPane>
    </>
  );
}

/** The record of one applicant, in each of its states. */
function ReviewBody({ id, onClose, steps }: ReviewProps) {
  const { data: applicant, error, isFetching, refetch } = useSingleApplicant(id);
  const can = useAbilities();
  if (!can.opens) {
    return (
      <EmptyState
        title="Your API host does not support opening an applicant"
        text="Their details are in the list."
        action={<Button onClick={onClose}>Back to the list</Button>}
      />
    );
  }
  if (!applicant) {
    if (!error)
      return (
        <Placeholders
          what="the applicant"
          className={styles.review}
          heights={['2.5rem', '2.5rem', '8rem', '1.5rem', '45rem']}
        />
      );
    const { code, message } = translateError(error);
    if (code === 'applicant.notFound') {
      return (
        <EmptyState
          title="This applicant no longer exists"
          text="They may have been deleted, or their retention period has ended."
          action={<Button onClick={onClose}>Back to the list</Button>}
        />
      );
    }
    return (
      <ErrorState
        title="This applicant could not be loaded"
        text={message}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  return (
    <div className={styles.review}>
      <ReviewToolbar applicant={applicant} steps={steps} />
      <Stage applicant={applicant} />
      <HeldBackNote applicantId={applicant.id} />
      <Facts applicant={applicant} />
      <OtherApplications id={applicant.id} />
      <Application applicant={applicant} />
      <Notes applicant={applicant} />
      <Mails applicantId={applicant.id} />
      <History applicant={applicant} />
    </div>
  );
}

/**
 * Links to the previous and the next applicant and to the sections of this one. Also the actions that mark this
 * applicant as read or unread, and delete it.
 */
function ReviewToolbar({ applicant, steps }: { applicant: SingleApplicant; steps: ReviewSteps }) {
  const { mark, remove } = useApplicantActions();
  const can = useAbilities();
  const unread = applicant.is_read === 0;
  const removeNow = async () => {
    if (await remove(applicant)) steps.leaveRemoved();
  };
  return (
    <div className={styles.toolbar}>
      <div className={styles.group}>
        <IconButton label="Previous applicant" disabled={!steps.previous} onClick={steps.previous}>
          <ChevronUpIcon />
        </IconButton>
        <IconButton label="Next applicant" disabled={!steps.next} onClick={steps.next}>
          <ChevronDownIcon />
        </IconButton>
      </div>
      <nav className={styles.jumps} aria-label="Parts of this application">
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
    <div className={styles.stage}>
      <div className={styles.row}>
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
