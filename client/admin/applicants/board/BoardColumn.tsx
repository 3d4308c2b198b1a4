import { useDraggable, useDroppable } from '@dnd-kit/core';
import { memo, type ReactNode } from 'react';
import type { Id } from '#shared/id.ts';
import type { ApplicantSort, ListedApplicant } from '#shared/schemas/applicant.ts';
import type { BoardStage } from '#shared/schemas/desk.ts';
import { languageOf } from '#shared/text-direction.ts';
import { translateError } from '../../../api/api-error.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import layout from '../../../ui/layout/layout.module.css';
import { Retention, TimeAgo } from '../ApplicantFacts.tsx';
import { ApplicantLink } from '../ApplicantLink.tsx';
import { columnRows, columnTotal } from '../applicant-cache.ts';
import type { ApplicantFilters } from '../applicant-search-params.ts';
import { formatRetention, statusLabels } from '../labels.ts';
import { useBoardColumn, useJobLabel } from '../queries.ts';
import { Rating } from '../Rating.tsx';
import { MoveMenu } from '../StatusMenu.tsx';
import { useAbilities } from '../use-abilities.ts';
import { useLatestCall } from '../use-latest-call.ts';
import styles from './Board.module.css';
import { ColumnSkeleton } from './BoardSkeleton.tsx';

/** Settings that all columns of the board share: filters, order and the open applicant. */
export interface BoardOf {
  filters: ApplicantFilters;
  sort: ApplicantSort;
  openId: Id | undefined;
  searchFor: (id: Id) => string;
  onOpen: (id: Id) => void;
}

interface BoardColumnProps extends BoardOf {
  status: BoardStage;
  /** `folds` is true if the column is folded while it is empty; `unfolded` is true if the admin has unfolded it. */
  folds: boolean;
  unfolded: boolean;
  onToggle: () => void;
}

/** All applicants of one status, page by page. A folded column is narrow, but still accepts dropped cards. */
export function BoardColumn(props: BoardColumnProps) {
  const { status, folds, unfolded, onToggle, filters, sort, openId, searchFor, onOpen } = props;
  const column = useBoardColumn({ filters, sort, status });
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = column;
  const { setNodeRef, isOver } = useDroppable({ id: status });
  const open = useLatestCall(onOpen);
  const rows = columnRows(data);
  const total = columnTotal(data);
  const mayFold = folds && total === 0 && !error;
  const folded = mayFold && !unfolded;
  const title = (
    <>
      {statusLabels[status]} {total !== undefined && <span className={styles.count}>{total}</span>}
    </>
  );
  return (
    <section
      ref={setNodeRef}
      className={styles.column}
      aria-label={statusLabels[status]}
      data-over={isOver || undefined}
      data-folded={folded || undefined}
    >
      <h2 className={styles.title}>
        {mayFold ? (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!folded}
            title={folded ? `Unfold ${statusLabels[status]}` : `Fold ${statusLabels[status]}`}
            onClick={onToggle}
          >
            {title}
          </button>
        ) : (
          title
        )}
      </h2>
      {!data && !error && <ColumnSkeleton announced={status === 'new'} />}
      {error && (
        <div className={styles.failed} role="alert">
          <p>{translateError(error).message}</p>
          <Button
            variant="quiet"
            busy={isFetching}
            busyLabel="Trying again..."
            onClick={() => void (data ? fetchNextPage() : refetch())}
          >
            Try again
          </Button>
        </div>
      )}
      {data && rows.length === 0 && !folded && <p className={styles.nobody}>No applicants</p>}
      <ul className={styles.cards} hidden={folded}>
        {rows.map((applicant) => (
          <BoardCard
            key={applicant.id}
            applicant={applicant}
            open={applicant.id === openId}
            search={searchFor(applicant.id)}
            onOpen={open}
          />
        ))}
      </ul>
      {hasNextPage && !error && (
        <Button
          variant="quiet"
          busy={isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

interface BoardCardProps {
  applicant: ListedApplicant;
  open: boolean;
  search: string;
  onOpen: (id: Id) => void;
}

const BoardCard = memo(function BoardCard({ applicant, open, search, onOpen }: BoardCardProps) {
  const { id, is_read } = applicant;
  const { setNodeRef, listeners, isDragging } = useDraggable({ id, disabled: !useAbilities().moves });
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      className={styles.card}
      data-applicant={id}
      data-open={open || undefined}
      data-unread={is_read === 0 || undefined}
      data-dragging={isDragging || undefined}
    >
      <CardFace
        applicant={applicant}
        name={
          <ApplicantLink
            applicant={applicant}
            search={search}
            open={open}
            className={styles.name}
            // Disables the browser's own dragging of links, which would replace the dragging of the card.
            draggable={false}
            onOpen={onOpen}
          />
        }
        action={<MoveMenu applicant={applicant} />}
      />
    </li>
  );
});

interface CardFaceProps {
  applicant: ListedApplicant;
  name: ReactNode;
  action?: ReactNode;
}

/** Content of a card, on the board and while it is dragged. */
export function CardFace({ applicant, name, action }: CardFaceProps) {
  const { rating, last_submitted_at, retain_until } = applicant;
  const job = useJobLabel()(applicant);
  return (
    <>
      <span className={styles.head}>
        {name}
        {action}
      </span>
      <span className={classNames(layout.clamped, styles.job)} dir="auto" lang={languageOf(job)}>
        {job}
      </span>
      {formatRetention(retain_until).soon && <Retention until={retain_until} />}
      <span className={styles.foot}>
        <Rating value={rating} />
        <TimeAgo iso={last_submitted_at} />
      </span>
    </>
  );
}
