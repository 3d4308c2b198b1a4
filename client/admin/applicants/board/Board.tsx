import {
  type Announcements,
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { ApplicantSort, ApplicantStatus, ListedApplicant } from '#shared/schemas/applicant.ts';
import { languageOf } from '#shared/text-direction.ts';
import { translateError } from '../../../api/api-error.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import layout from '../../../ui/layout/layout.module.css';
import { useApplicantActions } from '../ApplicantActions.tsx';
import { Retention, TimeAgo } from '../ApplicantFacts.tsx';
import { ApplicantLink } from '../ApplicantLink.tsx';
import { columnRows, columnTotal, knownApplicant } from '../applicant-cache.ts';
import type { ApplicantFilters } from '../applicant-search-params.ts';
import { formatRetention, jobLabel, pipeline, statusLabels } from '../labels.ts';
import { useBoardColumn } from '../queries.ts';
import { Rating } from '../Rating.tsx';
import { MoveMenu } from '../StatusMenu.tsx';
import { useLatestCall } from '../use-latest-call.ts';
import styles from './Board.module.css';
import { ColumnSkeleton } from './BoardSkeleton.tsx';

interface BoardProps {
  filters: ApplicantFilters;
  sort: ApplicantSort;
  openId: Id | undefined;
  searchFor: (id: Id) => string;
  onOpen: (id: Id) => void;
}

/**
 * A column for each status. Cards are dragged with a mouse, or with a finger after a long press. Their menu and the
 * shortcuts move them too.
 */
export default function Board(props: BoardProps) {
  const queries = useQueryClient();
  const { move } = useApplicantActions();
  const [dragged, setDragged] = useState<ListedApplicant>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  // dnd-kit hands back the id that the card gave it.
  const dragging = (id: string | number) => knownApplicant(queries, id as Id);
  const nameOf = (id: string | number) => dragging(id)?.name ?? 'The applicant';
  return (
    <DndContext
      sensors={sensors}
      accessibility={{ announcements: announcementsOf(nameOf), screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => setDragged(dragging(active.id))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={({ over }) => {
        if (dragged && over) move(dragged, over.id as ApplicantStatus);
        setDragged(undefined);
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse */}
      <section className={styles.board} aria-label="Applicants by status" tabIndex={0}>
        {pipeline.map((status) => (
          <BoardColumn key={status} {...props} status={status} />
        ))}
      </section>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className={`${styles.card} ${styles.lifted}`}>
            <CardFace applicant={dragged} name={<bdi className={styles.name}>{dragged.name}</bdi>} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** The announcements of a drag to screen readers, with names instead of ids. */
function announcementsOf(nameOf: (id: string | number) => string): Announcements {
  const column = (id: string | number) => statusLabels[id as ApplicantStatus];
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is lifted.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is over ${column(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} is dropped on ${column(over.id)}.` : `${nameOf(active.id)} is back.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back.`,
  };
}

interface BoardColumnProps extends BoardProps {
  status: ApplicantStatus;
}

/** Everybody of one status, a page at a time. */
function BoardColumn({ status, filters, sort, openId, searchFor, onOpen }: BoardColumnProps) {
  const column = useBoardColumn({ filters, sort, status });
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = column;
  const { setNodeRef, isOver } = useDroppable({ id: status });
  const open = useLatestCall(onOpen);
  const rows = columnRows(data);
  const total = columnTotal(data);
  return (
    <section
      ref={setNodeRef}
      className={styles.column}
      aria-label={statusLabels[status]}
      data-over={isOver || undefined}
    >
      <h2 className={styles.title}>
        {statusLabels[status]} {total !== undefined && <span className={styles.count}>{total}</span>}
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
      {data && rows.length === 0 && <p className={styles.nobody}>Nobody here</p>}
      <ul className={styles.cards}>
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
  const { setNodeRef, listeners, isDragging } = useDraggable({ id });
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
            // The browser's own dragging of links would take the place of the card's.
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

/** What a card shows, on the board and while it is dragged. */
function CardFace({ applicant, name, action }: CardFaceProps) {
  const { rating, last_submitted_at, retain_until } = applicant;
  return (
    <>
      <span className={styles.head}>
        {name}
        {action}
      </span>
      <span
        className={classNames(layout.clamped, styles.job)}
        dir="auto"
        lang={languageOf(jobLabel(applicant))}
      >
        {jobLabel(applicant)}
      </span>
      {formatRetention(retain_until).soon && <Retention until={retain_until} />}
      <span className={styles.foot}>
        <Rating value={rating} />
        <TimeAgo iso={last_submitted_at} />
      </span>
    </>
  );
}
