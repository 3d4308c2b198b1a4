import {
  type Announcements,
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { ApplicantStatus, ListedApplicant } from '#shared/schemas/applicant.ts';
import { useApplicantActions } from '../applicant-actions.ts';
import { knownApplicant } from '../patch-applicant.ts';
import { pipeline, statusWords } from '../status-words.ts';
import styles from './Board.module.css';
import { BoardColumn } from './BoardColumn.tsx';
import type { BoardProps } from './board-props.ts';
import { CardFace } from './CardFace.tsx';

/**
 * A column for each status. Cards are dragged with a mouse, or with a finger that rests on them first; without either, the
 * menu of a card and the keys move it.
 */
export default function Board(props: BoardProps) {
  const queries = useQueryClient();
  const { move } = useApplicantActions();
  const [dragged, setDragged] = useState<ListedApplicant>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  // What is dragged is named by its id, as the card gave it.
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

/** What a screen reader hears of a drag, by names instead of numbers. */
function announcementsOf(nameOf: (id: string | number) => string): Announcements {
  const column = (id: string | number) => statusWords[id as ApplicantStatus];
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is lifted.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is over ${column(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} is dropped on ${column(over.id)}.` : `${nameOf(active.id)} is back.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back.`,
  };
}
