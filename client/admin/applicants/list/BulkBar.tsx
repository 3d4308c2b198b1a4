import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';
import { type ApplicantStatus, applicantStatuses } from '#shared/schemas/applicant.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { translateError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { useDeskSupports } from '../../../api/host-support.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronDownIcon, CloseIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/Menu.tsx';
import { notify } from '../../../ui/toast.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { announce, type Done } from '../../shared/announce.ts';
import { useCanRestore } from '../../shared/use-delete-with-undo.ts';
import { useApplicantActions } from '../ApplicantActions.tsx';
import { knownApplicant } from '../applicant-cache.ts';
import { type ApplicantFilters, filterQuery } from '../applicant-search-params.ts';
import { statusLabels } from '../labels.ts';
import { RejectForm } from '../RejectForm.tsx';
import styles from './BulkBar.module.css';
import type { Selection } from './selection.ts';
import { type Restoring, useBulk } from './use-bulk.ts';

interface BulkBarProps {
  selection: Selection;
  filters: ApplicantFilters;
  /** Number of applicants that match the filters; undefined where the host does not count. */
  total: number | undefined;
  /** Called when the selected applicants have a new status, before the lists are fetched again. */
  onMoved: () => void;
  /** Called when the selected applicants were deleted. */
  onDeleted: (ids: ReadonlySet<Id>) => void;
  /**
   * Called when the selection was cleared and the focused control disappeared with the bar, so that the caller can
   * move the focus.
   */
  onCleared: () => void;
}

/** Actions on the selected applicants; stays visible while the list scrolls. */
export function BulkBar({ selection, filters, total, onMoved, onDeleted, onCleared }: BulkBarProps) {
  const { run, move, moveNow, busy, restoring } = useBulk(onMoved);
  const { mail } = useApplicantActions();
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState<'rejected' | 'delete'>();
  const canRestore = useCanRestore('applicant');
  const { matching, selecting } = useMatching({ selection, filters, total });
  const isWide = useMediaQuery('from-sm');
  const { ids } = selection;
  const tooMany = ids.size > limits.bulkIds;

  const isNone = ids.size === 0;
  const wasNone = useRef(isNone);
  const cleared = useEffectEvent(onCleared);
  useEffect(() => {
    if (isNone && !wasNone.current && document.activeElement === document.body) cleared();
    wasNone.current = isNone;
  }, [isNone]);

  const moveTo = async (status: ApplicantStatus) => {
    if (status === 'rejected') setConfirming('rejected');
    else if (await moveNow([...ids], status)) selection.clear();
  };
  const remove = async () => {
    const chosen = new Set(ids);
    if (await run([...chosen], 'delete')) {
      selection.clear();
      onDeleted(chosen);
    }
    setConfirming(undefined);
  };
  if (isNone) return restoring ? <RestoreBar restoring={restoring} /> : null;
  const others: MenuItem[] = [
    ...(!isWide && matching ? [{ ...matching, disabled: selecting }] : []),
    { label: 'Mark as read', onSelect: () => void run([...ids], 'read') },
    { label: 'Mark as unread', onSelect: () => void run([...ids], 'unread') },
    ...(mail ? [{ label: 'Write mails', onSelect: () => mail(peopleOf([...ids])) }] : []),
    { label: 'Delete', Icon: TrashIcon, danger: true, onSelect: () => setConfirming('delete') },
  ];
  const peopleOf = (chosen: readonly Id[]) =>
    chosen.map((id) => ({ id, name: knownApplicant(queries, id)?.name }));
  const people = ids.size === 1 ? '1 applicant' : `${ids.size} applicants`;
  return (
    <section className={styles.bar} aria-label="Selected applicants">
      <p className={styles.count} role="status">
        {ids.size} selected
      </p>
      {isWide && matching && (
        <Button variant="quiet" onClick={matching.onSelect} busy={selecting} busyLabel="Selecting…">
          {matching.label}
        </Button>
      )}
      {tooMany ? (
        <p className={styles.problem}>{messageText('applicants.tooMany', { limit: limits.bulkIds })}</p>
      ) : (
        <div className={styles.actions}>
          <Menu
            label="Move to another status"
            className={styles.move}
            disabled={busy}
            trigger={
              <>
                Move to <ChevronDownIcon size={16} />
              </>
            }
            items={movesOf([...ids].map((id) => knownApplicant(queries, id)?.status)).map((status) => ({
              label: statusLabels[status],
              onSelect: () => void moveTo(status),
            }))}
          />
          <Menu label="More for the selected applicants" items={others} disabled={busy} />
        </div>
      )}
      <IconButton label="Clear selection" onClick={selection.clear}>
        <CloseIcon />
      </IconButton>
      {confirming === 'rejected' && (
        <Rejection
          people={people}
          move={(...how) => move([...ids], 'rejected', ...how)}
          onRejected={(done, writes) => {
            if (writes && mail) mail(peopleOf([...ids]), 'rejection', done);
            else announce(done);
            selection.clear();
          }}
          onClose={() => setConfirming(undefined)}
        />
      )}
      {confirming === 'delete' && (
        <ConfirmDialog
          open
          title={deskMessages['dialog.confirmDelete']}
          text={
            canRestore
              ? `Delete ${people}? You can undo this for 8 seconds; after that they are in the Trash for ${limits.trashDays} days.`
              : `Delete ${people}? This cannot be undone.`
          }
          confirmLabel="Delete"
          busyLabel={deskMessages['busy.deleting']}
          onConfirm={remove}
          onCancel={() => setConfirming(undefined)}
        />
      )}
    </section>
  );
}

/** Returns the statuses that change at least one applicant of these statuses. */
function movesOf(present: readonly (ApplicantStatus | undefined)[]): ApplicantStatus[] {
  return applicantStatuses.filter((status) => present.some((each) => each !== status));
}

interface RejectionProps extends Pick<ComponentProps<typeof RejectForm>, 'people' | 'onClose'> {
  move: (onDone: (move: Done) => void, reason: string, signal: AbortSignal) => Promise<Envelope>;
  onRejected: (move: Done | undefined, writes: boolean) => void;
}

function Rejection({ move, onRejected, ...form }: RejectionProps) {
  const done = useRef<Done>(undefined);
  const keep = (move: Done) => {
    done.current = move;
  };
  return (
    <RejectForm
      {...form}
      who="The applicants"
      save={(reason, { signal }) => move(keep, reason.trim(), signal)}
      onRejected={(writes) => onRejected(done.current, writes)}
    />
  );
}

/**
 * Selects all applicants that match the filters. Offered only if more applicants match than are selected, and if the
 * host can list the matching ones.
 */
function useMatching({
  selection,
  filters,
  total = 0,
}: Pick<BulkBarProps, 'selection' | 'filters' | 'total'>) {
  const takes = useDeskSupports('matchingApplicants');
  const [selecting, setSelecting] = useState(false);
  const select = async () => {
    setSelecting(true);
    try {
      const { ids } = await readApi('matchingApplicants', { query: filterQuery(filters) });
      selection.chooseThese(ids);
    } catch (error) {
      // The call fails, for example, if more applicants match than can be changed in one step. The host's message
      // then states the limit.
      notify.error(translateError(error).message);
    }
    setSelecting(false);
  };
  const matching: MenuItem | undefined =
    takes && total > selection.ids.size
      ? { label: `Select all ${total} that match`, onSelect: () => void select() }
      : undefined;
  return { matching, selecting };
}

function RestoreBar({ restoring: { done, total } }: { restoring: Restoring }) {
  return (
    <section className={styles.bar} aria-label="Restoring">
      <p className={styles.count} role="status">
        Restoring {done + 1} of {total}…
      </p>
      <progress className={styles.progress} value={done} max={total} aria-label="Restored applicants" />
    </section>
  );
}
