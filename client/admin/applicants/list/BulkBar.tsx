import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
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
import { announce } from '../../shared/announce.ts';
import { useCanRestore } from '../../shared/use-delete-with-undo.ts';
import { useQuestion } from '../../shared/use-question.tsx';
import { useApplicantActions } from '../ApplicantActions.tsx';
import { type ApplicantFilters, useApplicantParams } from '../applicant-search-params.ts';
import { statusLabels } from '../labels.ts';
import { useBulk } from '../moves.ts';
import { knownApplicant } from '../queries.ts';
import { RejectForm } from '../RejectForm.tsx';
import type { Selection } from '../selection.ts';
import styles from './BulkBar.module.css';

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
            items={movesOf(ids.map((id) => knownApplicant(queries, id)?.status)).map((status) => ({
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

/** Returns the statuses that change at least one applicant of these statuses. */
function movesOf(present: readonly (ApplicantStatus | undefined)[]): ApplicantStatus[] {
  return applicantStatuses.filter((status) => present.some((each) => each !== status));
}

/**
 * Selects all applicants that match the filters. Offered only if more applicants match than are selected, and if the
 * host can list the matching ones.
 */
function useMatching(selection: Selection, filters: ApplicantFilters, total = 0) {
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
