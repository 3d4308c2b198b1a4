import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';
import { type ApplicantStatus, applicantStatuses, type BulkAction } from '#shared/schemas/applicant.ts';
import { translateError } from '../../../api/api-error.ts';
import { callApi, readApi } from '../../../api/call.ts';
import { useDeskTakes } from '../../../api/host-calls.ts';
import { outcomeOf } from '../../../api/outcome.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronDownIcon, CloseIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/Menu.tsx';
import { notify } from '../../../ui/toast.ts';
import { useCanRestore } from '../../shared/use-delete-with-undo.ts';
import { useApplicantActions } from '../ApplicantActions.tsx';
import { dropApplicants, knownApplicant, refreshApplicants } from '../applicant-cache.ts';
import { type ApplicantFilters, filterQuery } from '../applicant-search-params.ts';
import { statusLabels } from '../labels.ts';
import { RejectForm } from '../RejectForm.tsx';
import styles from './BulkBar.module.css';
import type { Selection } from './use-selection.ts';

interface BulkBarProps {
  selection: Selection;
  filters: ApplicantFilters;
  /** How many match the filters; undefined where the host does not count. */
  total: number | undefined;
  /** The selected applicants are about to be changed. */
  onChange: () => void;
  /** The selected applicants are deleted. */
  onDeleted: (ids: ReadonlySet<Id>) => void;
}

/** What can be done with the selected applicants; stays in sight while the list scrolls. */
export function BulkBar({ selection, filters, total, onChange, onDeleted }: BulkBarProps) {
  const { run, busy, restoring } = useBulk();
  const { mail } = useApplicantActions();
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState<ApplicantStatus | 'delete'>();
  const canRestore = useCanRestore('applicant');
  const { ids } = selection;
  const tooMany = ids.size > limits.bulkIds;

  const act = async (action: BulkAction) => {
    const chosen = new Set(ids);
    onChange();
    if (!(await run([...chosen], action))) return;
    if (action === 'delete') {
      selection.clear();
      onDeleted(chosen);
    }
  };
  const confirm = async () => {
    if (confirming) await act(confirming);
    setConfirming(undefined);
  };
  if (ids.size === 0) return restoring ? <RestoreBar restoring={restoring} /> : null;
  const others: MenuItem[] = [
    { label: 'Mark as read', onSelect: () => void act('read') },
    { label: 'Mark as unread', onSelect: () => void act('unread') },
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
      <SelectMatching selection={selection} filters={filters} total={total} />
      {tooMany ? (
        <p className={styles.problem}>{messageText('applicants.tooMany', { limit: limits.bulkIds })}</p>
      ) : (
        <div className={styles.actions}>
          <Menu
            label="Move the selected applicants"
            className={styles.move}
            disabled={busy}
            trigger={
              <>
                Move to <ChevronDownIcon size={16} />
              </>
            }
            items={applicantStatuses.map((status) => ({
              label: statusLabels[status],
              onSelect: () => setConfirming(status),
            }))}
          />
          {others.map(({ label, Icon, danger, onSelect }) => (
            <Button
              key={label}
              variant="quiet"
              className={classNames(styles.wide, danger && styles.danger)}
              disabled={busy}
              onClick={onSelect}
            >
              {Icon && <Icon size={18} />} {label}
            </Button>
          ))}
          <span className={styles.narrow}>
            <Menu label="More for the selected applicants" items={others} disabled={busy} />
          </span>
        </div>
      )}
      <IconButton label="Clear selection" onClick={selection.clear}>
        <CloseIcon />
      </IconButton>
      {confirming === 'rejected' && (
        <RejectForm
          people={people}
          who="The applicants"
          save={(reason, { signal }) =>
            callApi('bulkApplicants', {
              body: { ids: [...ids], action: 'rejected', ...(reason.trim() && { reject_reason: reason }) },
              signal,
            })
          }
          onRejected={(writes) => {
            notify.success(deskMessages['applicants.changed']);
            refreshApplicants(queries);
            if (writes) mail?.(peopleOf([...ids]), 'rejection');
          }}
          onClose={() => setConfirming(undefined)}
        />
      )}
      {confirming && confirming !== 'rejected' && (
        <ConfirmDialog
          open
          title={
            confirming === 'delete'
              ? deskMessages['dialog.confirmDelete']
              : `Move to ${statusLabels[confirming]}`
          }
          text={
            confirming === 'delete'
              ? canRestore
                ? `Delete ${people}? You can undo this for 8 seconds; your administrator can restore them for ${limits.trashDays} days.`
                : `Delete ${people}? This cannot be undone.`
              : `Move ${people} to ${statusLabels[confirming]}?`
          }
          confirmLabel={confirming === 'delete' ? 'Delete' : 'Move'}
          busyLabel={confirming === 'delete' ? deskMessages['busy.deleting'] : deskMessages['busy.editing']}
          destroys={confirming === 'delete'}
          onConfirm={confirm}
          onCancel={() => setConfirming(undefined)}
        />
      )}
    </section>
  );
}

/** Chooses everybody who matches the filters, when more do than are chosen; a host that cannot say who they are is not asked. */
function SelectMatching({ selection, filters, total = 0 }: Omit<BulkBarProps, 'onChange' | 'onDeleted'>) {
  const takes = useDeskTakes('matchingApplicants');
  const [busy, setBusy] = useState(false);
  if (!takes || total <= selection.ids.size) return null;
  const select = async () => {
    setBusy(true);
    try {
      const { ids } = await readApi('matchingApplicants', { query: filterQuery(filters) });
      selection.chooseThese(ids);
    } catch (error) {
      // More than can be changed at once, among others: the answer names the limit.
      notify.error(translateError(error).message);
    }
    setBusy(false);
  };
  return (
    <Button variant="quiet" onClick={() => void select()} busy={busy} busyLabel="Selecting…">
      Select all {total} that match
    </Button>
  );
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

/** How far the undo of a delete is: it restores them one by one. */
interface Restoring {
  done: number;
  total: number;
}

/** Changes of many applicants at once. */
function useBulk() {
  const canRestore = useCanRestore('applicant');
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [restoring, setRestoring] = useState<Restoring>();

  async function restore(ids: readonly Id[]) {
    const total = ids.length;
    let failed = 0;
    for (const [done, id] of ids.entries()) {
      setRestoring({ done, total });
      const body = { resource: 'applicant', id };
      const outcome = await outcomeOf(callApi('restoreDeleted', { body }));
      if (!outcome.done) failed += 1;
    }
    setRestoring(undefined);
    if (failed > 0) notify.error(textOf('applicants.notRestored', { count: failed, total }));
    else notify.success(deskMessages['trash.restored']);
    refreshApplicants(queries);
  }

  /** True when it is done; a failure is reported in a toast, and nothing has changed. */
  async function run(ids: readonly Id[], action: BulkAction): Promise<boolean> {
    setBusy(true);
    const outcome = await outcomeOf(callApi('bulkApplicants', { body: { ids, action } }));
    setBusy(false);
    if (!outcome.done) notify.error(outcome.reason);
    else if (action !== 'delete') notify.success(deskMessages['applicants.changed']);
    else {
      dropApplicants(queries, new Set(ids));
      const one = ids.length === 1;
      const text = one
        ? deskMessages['applicant.deleted']
        : textOf('applicants.deleted', { count: ids.length });
      if (canRestore) notify.undo(text, () => void restore(ids));
      else notify.success(text);
    }
    refreshApplicants(queries);
    return outcome.done;
  }

  return { run, busy, restoring };
}
