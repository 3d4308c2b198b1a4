import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';
import {
  type ApplicantStatus,
  applicantStatuses,
  type ListedApplicant,
  suspectLinks,
} from '#shared/schemas/applicant.ts';
import { languageOf } from '#shared/text-direction.ts';
import { translateError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { useDeskSupports } from '../../../api/host-support.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronDownIcon, CloseIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/Menu.tsx';
import { notify } from '../../../ui/toast.ts';
import { announce, useCanRestore, useQuestion } from '../../shared/calls.tsx';
import { type Column, DataList } from '../../shared/DataList.tsx';
import { rowsPerPage } from '../../shared/OpenRecord.tsx';
import type { PagedListProps } from '../../shared/PagedList.tsx';
import { RejectForm, useApplicantActions, useBulk } from '../ApplicantActions.tsx';
import { ApplicantLink, Rating, Retention, StatusMenu, TimeAgo } from '../ApplicantFacts.tsx';
import { type ApplicantSearchParams, useApplicantParams } from '../filters.tsx';
import { formatRetention, statusLabels } from '../labels.ts';
import { knownApplicant, useAbilities, useJobLabel } from '../queries.ts';
import styles from './ApplicantList.module.css';

interface ApplicantListProps {
  list: PagedListProps<ListedApplicant>['list'];
  /** Undefined where several applicants cannot be changed in one step. */
  selection: Selection | undefined;
}

/** The applicants, page by page. In a narrow window, status and facts are below the name. */
export function ApplicantList({ list, selection }: ApplicantListProps) {
  const { params, change, clear } = useApplicantParams();
  const { page, filters } = params;
  // A host that lacks `matchingApplicants` also has a fixed page size, so the admin cannot choose one.
  const choosesSize = useDeskSupports('matchingApplicants');
  const jobLabel = useJobLabel();
  const can = useAbilities();
  const shown = list.data?.data ?? [];
  // Some hosts have no data for the columns of rating and retention.
  const rated = can.rates || shown.some(({ rating }) => rating > 0);
  const kept = can.retains || shown.some(({ retain_until: until }) => until !== '');
  const columns: (Column<ListedApplicant> | false)[] = [
    {
      head: 'Applicant',
      className: styles.who,
      cell: (applicant) => {
        const { rating, retain_until, last_submitted_at, letter_links: links = 0, city } = applicant;
        const job = jobLabel(applicant);
        return (
          <>
            <ApplicantLink applicant={applicant} className={styles.name} />
            <span className={styles.facts}>
              <span className="clamped" dir="auto" lang={languageOf(job)}>
                {job}
              </span>
              {city && <bdi lang={languageOf(city)}>{city}</bdi>}
              {applicant.applied_again === 1 && <Badge>Applied again</Badge>}
              {links >= suspectLinks && <Badge tone="danger">Suspect: {links} links</Badge>}
            </span>
            <span className={styles.narrowFacts}>
              {/* Shown in narrow windows, which have no room for the status column. */}
              <span className={styles.narrowStatus}>
                <StatusMenu applicant={applicant} />
              </span>
              <Rating value={rating} />
              <TimeAgo iso={last_submitted_at} />
              {formatRetention(retain_until).soon && <Retention until={retain_until} />}
            </span>
          </>
        );
      },
    },
    {
      head: 'Status',
      className: styles.status,
      cell: (applicant) => <StatusMenu applicant={applicant} />,
    },
    rated && {
      head: 'Rating',
      className: styles.wide,
      cell: ({ rating }) => <Rating value={rating} />,
    },
    {
      head: 'Applied',
      className: classNames(styles.wide, styles.soft),
      cell: ({ last_submitted_at: at }) => <TimeAgo iso={at} />,
    },
    kept && {
      head: 'Deleted on',
      className: classNames(styles.wide, styles.soft),
      cell: ({ retain_until: until }) => <Retention until={until} />,
    },
  ];
  return (
    <div className={styles.container}>
      <DataList
        list={list}
        params={{ filters: { page }, change }}
        name="Applicants"
        what="applicants"
        one="applicant"
        ownSize={choosesSize ? rowsPerPage : undefined}
        empty={emptyTexts(filters, clear)}
        className={styles.table}
        columns={columns.filter((column) => column !== false)}
        titleOf={({ name }) => name}
        selection={selection ?? null}
        rowProps={({ id, is_read }) => ({
          className: styles.row,
          'data-applicant': id,
          'data-chosen': selection?.ids.has(id) || undefined,
          'data-unread': is_read === 0 || undefined,
        })}
      />
    </div>
  );
}

function emptyTexts(filters: ApplicantSearchParams['filters'], onClear: () => void) {
  const clear = (label: string) => (
    <Button variant="quiet" onClick={onClear}>
      {label}
    </Button>
  );
  const { status, ...others } = filters;
  const narrowed = Object.values(others).some((value) => value !== undefined);
  if (status === 'spam' && !narrowed)
    return {
      title: 'No spam',
      text: 'Applications that look automated wait here for 30 days.',
      action: clear('Show all applicants'),
    };
  const title = deskMessages['list.empty'];
  if (narrowed || status)
    return {
      title,
      text: 'No applicants match your search and filters.',
      action: clear('Clear search and filters'),
    };
  return {
    title,
    text: 'Applications from the site appear here, the newest first. Open a job under Jobs so that people can apply for it. The careers page also accepts applications without a specific job.',
  };
}

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

type Selection = ReturnType<typeof useSelection>;
