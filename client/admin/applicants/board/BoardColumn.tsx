import { useDroppable } from '@dnd-kit/core';
import type { ApplicantStatus } from '#shared/schemas/applicant.ts';
import { translateError } from '../../../api/api-error.ts';
import { Button } from '../../../ui/Button.tsx';
import { columnRows, columnTotal, useBoardColumn } from '../board-column.ts';
import { useLatestCall } from '../list/use-latest-call.ts';
import { statusWords } from '../status-words.ts';
import styles from './Board.module.css';
import { BoardCard } from './BoardCard.tsx';
import { ColumnSkeleton } from './BoardSkeleton.tsx';
import type { BoardProps } from './board-props.ts';

interface BoardColumnProps extends BoardProps {
  status: ApplicantStatus;
}

/** Everybody of one status, a page at a time. */
export function BoardColumn({ status, filters, sort, openId, searchFor, onOpen }: BoardColumnProps) {
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
      aria-label={statusWords[status]}
      data-over={isOver || undefined}
    >
      <h2 className={styles.title}>
        {statusWords[status]} {total !== undefined && <span className={styles.count}>{total}</span>}
      </h2>
      {!data && !error && <ColumnSkeleton says={status === 'new'} />}
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
