import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import type { Id } from '#shared/id.ts';
import type { ApplicantStatus, ListedApplicant } from '#shared/schemas/applicant.ts';
import type { BoardStage } from '#shared/schemas/desk.ts';
import { languageOf } from '#shared/text-direction.ts';
import { useApplicantActions } from '../ApplicantActions.tsx';
import { columnTotal, knownApplicant } from '../applicant-cache.ts';
import type { BoardStages } from '../desk-queries.ts';
import { statusLabels } from '../labels.ts';
import { boardColumnQuery } from '../queries.ts';
import styles from './Board.module.css';
import { BoardColumn, type BoardOf, CardFace } from './BoardColumn.tsx';
import { BoardSkeleton } from './BoardSkeleton.tsx';
import { StageBar } from './StageBar.tsx';

interface BoardProps extends BoardOf {
  stages: BoardStages;
}

/**
 * One column per visible stage. Cards can be dragged with a mouse, or with a finger after a long press, and moved by
 * their menu and the shortcuts. Empty columns are folded, unless the whole board is empty.
 */
export default function Board({ stages, ...props }: BoardProps) {
  const queries = useQueryClient();
  const { move } = useApplicantActions();
  const { filters, sort } = props;
  const shown = stages.shown ?? [];
  const columnOf = (status: BoardStage) => ({ filters, sort, status });
  const hasPeople = useColumns((queries) =>
    shown.some((status) => (totalOf(queries, columnOf(status)) ?? 0) > 0),
  );
  // An empty column folds when it has loaded, which shifts the other columns. So the first render waits until all
  // columns have loaded or failed.
  const [isDrawn, setDrawn] = useState(false);
  const hasAll = useColumns(
    (queries) => isDrawn || shown.every((status) => hasAnswered(queries, columnOf(status))),
  );
  if (hasAll && stages.shown && !isDrawn) setDrawn(true);
  /** Empty columns that the admin has unfolded. */
  const [unfolded, setUnfolded] = useState<ReadonlySet<BoardStage>>(new Set());
  const toggle = (stage: BoardStage) =>
    setUnfolded((before) => (before.has(stage) ? without(before, stage) : new Set([...before, stage])));
  const [dragged, setDragged] = useState<ListedApplicant>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  // `id` is an applicant's id, as the card passed it to dnd-kit.
  const dragging = (id: string | number) => knownApplicant(queries, id as Id);
  const nameOf = (id: string | number) => dragging(id)?.name ?? 'The applicant';
  if (!stages.shown) return <BoardSkeleton />;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={underPointer}
      autoScroll={atTheEdge}
      accessibility={{ announcements: announcementsOf(nameOf), screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => setDragged(dragging(active.id))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={({ over }) => {
        if (dragged && over) move(dragged, over.id as ApplicantStatus);
        setDragged(undefined);
      }}
    >
      <StageBar stages={stages} filters={filters} sort={sort} />
      {!isDrawn && <BoardSkeleton />}
      <section
        className={styles.board}
        aria-label="Applicants by status"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse
        tabIndex={0}
        hidden={!isDrawn}
      >
        {shown.map((status) => (
          <BoardColumn
            key={status}
            {...props}
            status={status}
            folds={hasPeople}
            unfolded={unfolded.has(status)}
            onToggle={() => toggle(status)}
          />
        ))}
      </section>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className={`${styles.card} ${styles.lifted}`}>
            <CardFace
              applicant={dragged}
              name={
                <bdi className={styles.name} lang={languageOf(dragged.name)}>
                  {dragged.name}
                </bdi>
              }
            />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/**
 * Distance from the edges, as a share of the board's size, within which a dragged card makes the board scroll. With
 * the default of 0.2, a column near the left or right edge would scroll away before the card is dropped on it.
 */
const atTheEdge = { threshold: { x: 0.06, y: 0.2 } };

/**
 * Finds the column under the pointer. The default, the largest overlap with the card, could find another column,
 * because a card is wider than several folded columns.
 */
const underPointer: CollisionDetection = (drag) => {
  const found = pointerWithin(drag);
  return found.length > 0 ? found : rectIntersection(drag);
};

/** Announcements of a drag to screen readers, with names instead of ids. */
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

type Column = Parameters<typeof boardColumnQuery>[0];

/** Calls `read` with the loaded columns, returns its result, and renders again when a column changes. */
function useColumns(read: (queries: QueryClient) => boolean): boolean {
  const queries = useQueryClient();
  const subscribe = useCallback((notify: () => void) => queries.getQueryCache().subscribe(notify), [queries]);
  return useSyncExternalStore(subscribe, () => read(queries));
}

function totalOf(queries: QueryClient, column: Column): number | undefined {
  return columnTotal(queries.getQueryData(boardColumnQuery(column).queryKey));
}

/** Returns true if the column has loaded or failed. */
function hasAnswered(queries: QueryClient, column: Column): boolean {
  const status = queries.getQueryState(boardColumnQuery(column).queryKey)?.status;
  return status !== undefined && status !== 'pending';
}

function without<Item>(items: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  return new Set([...items].filter((each) => each !== item));
}
