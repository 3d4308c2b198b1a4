import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';
import { type ApplicantStatus, applicantStatuses } from '#shared/schemas/applicant.ts';
import { translateError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { useDeskSupports } from '../../../api/host-support.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronDownIcon, CloseIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/Menu.tsx';
import { notify } from '../../../ui/toast.ts';
import { announce, useCanRestore, useQuestion } from '../../shared/calls.tsx';
import { RejectForm, useApplicantActions, useBulk } from '../ApplicantActions.tsx';
import { type ApplicantSearchParams, useApplicantParams } from '../filters.tsx';
import { statusLabels } from '../labels.ts';
import { knownApplicant } from '../queries.ts';
import styles from './ApplicantList.module.css';

interface BulkBarProps {
  selection: Selection;
  /** Number of applicants that match the filters; undefined where the host does not count. */
  total: number | undefined;
}

/** Actions on the selected applicants; stays visible while the list scrolls. */
export function BulkBar({ selection, total }: BulkBarProps) {
  const { params, close } = useApplicantParams();
  const { run, change, busy } = useBulk();
  const { mail } = useApplicantActions();
  const queries = useQueryClient();
  const [rejecting, setRejecting] = useState(false);
  const canRestore = useCanRestore('applicant');
  const { matching, selecting, select } = useMatching(selection, params.filters, total);
  const ids = [...selection.ids];
  const isNone = ids.length === 0;
  const wasNone = useRef(isNone);
  // The focused control disappears with the bar.
  useEffect(() => {
    if (isNone && !wasNone.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('thead input')?.focus();
    wasNone.current = isNone;
  }, [isNone]);

  const moveTo = async (status: ApplicantStatus) => {
    if (status === 'rejected') setRejecting(true);
    else if (await run(ids, status)) selection.clear();
  };
  const [ask, question] = useQuestion((people: string) => ({
    text: canRestore
      ? `Delete ${people}? You can undo this for 8 seconds; after that they are in the Trash for ${limits.trashDays} days.`
      : `Delete ${people}? This cannot be undone.`,
    onConfirm: async () => {
      if (!(await run(ids, 'delete'))) return;
      selection.clear();
      if (params.applicant !== undefined && ids.includes(params.applicant)) close();
    },
  }));
  if (isNone) return null;
  const people = ids.map((id) => ({ id, name: knownApplicant(queries, id)?.name }));
  const whom = ids.length === 1 ? '1 applicant' : `${ids.length} applicants`;
  const others: MenuItem[] = [
    { label: 'Mark as read', onSelect: () => void run(ids, 'read') },
    { label: 'Mark as unread', onSelect: () => void run(ids, 'unread') },
    ...(mail ? [{ label: 'Write mails', onSelect: () => mail(people) }] : []),
    { label: 'Delete', Icon: TrashIcon, danger: true, onSelect: () => ask(whom) },
  ];
  return (
    <section className={styles.bar} aria-label="Selected applicants">
      <p className={styles.count} role="status">
        {ids.length} selected
      </p>
      {matching && (
        <Button variant="quiet" onClick={() => void select()} busy={selecting} busyLabel="Selecting…">
          Select all {total} that match
        </Button>
      )}
      {ids.length > limits.bulkIds ? (
        <p className="problem">{messageText('applicants.tooMany', { limit: limits.bulkIds })}</p>
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
            // Statuses that change at least one of them.
            items={applicantStatuses
              .filter((status) => ids.some((id) => knownApplicant(queries, id)?.status !== status))
              .map((status) => ({ label: statusLabels[status], onSelect: () => void moveTo(status) }))}
          />
          <Menu label="More for the selected applicants" items={others} disabled={busy} />
        </div>
      )}
      <IconButton label="Clear selection" onClick={selection.clear}>
        <CloseIcon />
      </IconButton>
      {rejecting && (
        <RejectForm
          people={whom}
          who="The applicants"
          save={(reason, { signal }) => change(ids, 'rejected', reason.trim(), signal)}
          onRejected={(writes, { done }: Awaited<ReturnType<typeof change>>) => {
            if (writes && mail) mail(people, 'rejection', done);
            else announce(done);
            selection.clear();
          }}
          onClose={() => setRejecting(false)}
        />
      )}
      {question}
    </section>
  );
}

/**
 * Selects all applicants that match the filters. Offered only if more applicants match than are selected, and if the
 * host can list the matching ones.
 */
function useMatching(selection: Selection, filters: ApplicantSearchParams['filters'], total = 0) {
  const takes = useDeskSupports('matchingApplicants');
  const [selecting, setSelecting] = useState(false);
  const select = async () => {
    setSelecting(true);
    try {
      const { ids } = await readApi('matchingApplicants', { query: filters });
      selection.choose(ids, true);
    } catch (error) {
      // The call fails, for example, if more applicants match than can be changed in one step. The host's message
      // then states the limit.
      notify.error(translateError(error).message);
    }
    setSelecting(false);
  };
  return { matching: takes && total > selection.ids.size, selecting, select };
}

const none: ReadonlySet<Id> = new Set();

/**
 * Rows selected for a bulk change, also those on other pages of the same list. `list` identifies the list by its filters
 * and order: when another one is shown, nothing is selected, so that a bulk change only affects applicants of the list on
 * the screen.
 */
export function useSelection(list: string) {
  const [selected, set] = useState({ list, ids: none });
  const ids = selected.list === list ? selected.ids : none;
  return {
    ids,
    choose: (changed: readonly Id[], chosen: boolean) => {
      const others = [...ids].filter((id) => !changed.includes(id));
      set({ list, ids: new Set(chosen ? [...others, ...changed] : others) });
    },
    clear: () => set({ list, ids: none }),
  };
}

export type Selection = ReturnType<typeof useSelection>;
