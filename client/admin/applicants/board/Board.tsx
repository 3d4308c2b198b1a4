import {
  type CollisionDetection,
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { ApplicantCounts, ApplicantStatus, ListedApplicant } from '#shared/schemas/applicant.ts';
import { type BoardStage, boardStages } from '#shared/schemas/desk.ts';
import { languageOf } from '#shared/text-direction.ts';
import { callOrThrow } from '../../../api/call.ts';
import { PromptDialog, usePrompt } from '../../../forms/PromptDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { notify } from '../../../ui/toast.ts';
import { Placeholders, QueryFailed } from '../../shared/PagedList.tsx';
import { useApplicantActions } from '../ApplicantActions.tsx';
import { ApplicantLink, MoveMenu, Rating, Retention, TimeAgo } from '../ApplicantFacts.tsx';
import { useApplicantParams } from '../filters.tsx';
import { formatRetention, statusLabels } from '../labels.ts';
import { type BoardState, hiddenStagesQuery, knownApplicant, useAbilities, useJobLabel } from '../queries.ts';
import styles from './Board.module.css';

/**
 * One column per visible stage. Cards can be dragged with a mouse, or with a finger after a long press, and moved by
 * their menu and the shortcuts. Empty columns are narrow, unless the whole board is empty.
 */
export default function Board({ board }: { board: BoardState }) {
  const queries = useQueryClient();
  const { move } = useApplicantActions();
  const { shown, columns, rowsIn } = board;
  const { after } = useApplicantParams();
  const [dragged, setDragged] = useState<ListedApplicant>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  // `id` is an applicant's id, as the card passed it to dnd-kit.
  const dragging = (id: string | number) => knownApplicant(queries, id as Id);
  if (columns.error && !columns.data) return <QueryFailed what="applicants" query={columns} />;
  if (!columns.data) return <Placeholders what="the applicants" heights={['16rem']} />;
  const { data: rows, counts } = columns.data;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={underPointer}
      autoScroll={atTheEdge}
      accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => setDragged(dragging(active.id))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={({ over }) => {
        if (dragged && over) move(dragged, over.id as ApplicantStatus);
        setDragged(undefined);
      }}
    >
      <StageBar board={board} counts={counts} />
      <section
        className={styles.board}
        aria-label="Applicants by status"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse
        tabIndex={0}
      >
        {shown.map((status) => {
          const cards = rowsIn(status);
          const total = counts?.[status] ?? cards.length;
          return (
            <Column key={status} status={status} total={total} folded={rows.length > 0 && total === 0}>
              {cards.map((applicant) => (
                <BoardCard key={applicant.id} applicant={applicant} />
              ))}
              {total > cards.length && (
                <li>
                  <Link to={{ search: after({ view: undefined, status }) }}>All {total} in the list</Link>
                </li>
              )}
            </Column>
          );
        })}
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

/** A drag is silent: a move is announced when it is made, and screen readers move cards by their menus. */
const silent = () => undefined;
const announcements = { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent };

interface ColumnProps {
  status: BoardStage;
  total: number;
  /** True for an empty column of a board that is not empty. */
  folded: boolean;
  children: ReactNode;
}

/** All applicants of one status. A folded column is narrow, but still accepts dropped cards. */
function Column({ status, total, folded, children }: ColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id: status });
  return (
    <section
      ref={setNodeRef}
      className={styles.column}
      aria-label={statusLabels[status]}
      data-over={isOver || undefined}
      data-folded={folded || undefined}
    >
      <h2 className={styles.title}>
        {statusLabels[status]} <span className={styles.count}>{total}</span>
      </h2>
      {total === 0 && !folded && <p className={styles.nobody}>No applicants</p>}
      <ul className="stack2" hidden={folded}>
        {children}
      </ul>
    </section>
  );
}

const BoardCard = memo(function BoardCard({ applicant }: { applicant: ListedApplicant }) {
  const { id, is_read } = applicant;
  const { setNodeRef, listeners, isDragging } = useDraggable({ id, disabled: !useAbilities().moves });
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      className={styles.card}
      data-applicant={id}
      data-unread={is_read === 0 || undefined}
      data-dragging={isDragging || undefined}
    >
      <CardFace
        applicant={applicant}
        name={<ApplicantLink applicant={applicant} className={styles.name} />}
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
function CardFace({ applicant, name, action }: CardFaceProps) {
  const { rating, last_submitted_at, retain_until } = applicant;
  const job = useJobLabel()(applicant);
  return (
    <>
      <span className={styles.head}>
        {name}
        {action}
      </span>
      <span className={classNames('clamped', styles.job)} dir="auto" lang={languageOf(job)}>
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

interface StageBarProps {
  board: BoardState;
  /** The number of applicants of each status. */
  counts: ApplicantCounts | undefined;
}

/**
 * Shown above the board of one job: the number of applicants in hidden stages, and a button to choose the stages.
 * Renders nothing above a board of several jobs.
 */
function StageBar({ board, counts }: StageBarProps) {
  const [choosing, setChoosing] = useState(false);
  const { job, hidden } = board;
  const { after } = useApplicantParams();
  if (job === undefined) return null;
  const peopled = hidden.flatMap((stage) => {
    const count = counts?.[stage] ?? 0;
    return count > 0 ? [{ stage, count }] : [];
  });
  return (
    <div className="row2 note">
      <Button variant="quiet" onClick={() => setChoosing(true)} aria-haspopup="dialog">
        Stages
      </Button>
      {hidden.length > 0 && (
        <span>
          {hidden.length === 1 ? '1 stage is hidden' : `${hidden.length} stages are hidden`}
          {peopled.length > 0 && ', with people in:'}
        </span>
      )}
      {peopled.map(({ stage, count }) => (
        <Link key={stage} to={{ search: after({ view: undefined, status: stage }) }}>
          {statusLabels[stage]} {count}
        </Link>
      ))}
      {choosing && <StagesDialog job={job} hidden={hidden} onClose={() => setChoosing(false)} />}
    </div>
  );
}

interface StagesDialogProps {
  job: Id;
  hidden: readonly BoardStage[];
  onClose: () => void;
}

/** Chooses the stages that a job's board shows, for all admins. */
function StagesDialog({ job, hidden: before, onClose }: StagesDialogProps) {
  const queries = useQueryClient();
  const { form, bind } = usePrompt<{ shown: BoardStage[] }>(
    { shown: boardStages.filter((stage) => !before.includes(stage)) },
    ({ shown }) => (shown.length > 0 ? {} : { shown: deskMessages['desk.everyStage'] }),
  );
  const save = async ({ shown }: { shown: BoardStage[] }) => {
    const hidden = boardStages.filter((stage) => !shown.includes(stage));
    await callOrThrow('setHiddenStages', { params: { id: job }, body: { hidden } });
    queries.setQueryData(hiddenStagesQuery(job).queryKey, { hidden });
    notify.success(deskMessages['desk.stagesSaved']);
    onClose();
  };
  const { error, ...box } = bind('shown');
  return (
    <PromptDialog
      title="Stages on this board"
      submitLabel="Save"
      busyLabel={deskMessages['busy.editing']}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="stack1">
        <p>
          All colleagues see the same stages of this job. Hiding a stage moves no applicants: the board says
          how many are in it, with a link to them.
        </p>
        {boardStages.map((stage) => (
          <Checkbox key={stage} label={statusLabels[stage]} value={stage} {...box} />
        ))}
        {error && (
          <p className="problem" role="alert">
            {error}
          </p>
        )}
      </div>
    </PromptDialog>
  );
}
