import { useState } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { DeskCounts } from '#shared/schemas/find.ts';
import { useDeskCounts, useSiteStatus } from '../../api/desk-status.ts';
import { useHostSupports } from '../../api/host-support.ts';
import { readStored, writeStored } from '../../stored.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { maySee } from '../screens.tsx';
import { useRoleMay } from './access.tsx';
import { doneOf, useFirstSteps } from './first-steps/use-first-steps.ts';
import styles from './PendingStrip.module.css';

/**
 * Key of the numbers of entries of each kind that waited when the strip was dismissed, stored as search params. Contains
 * no personal data.
 */
const key = 'studio-waiting-dismissed';

type WaitingKind = keyof DeskCounts | 'waiting_forms';

const jobs = pathTo('adminDashboard');
const letters = pathTo('adminMessages');
const posts = pathTo('adminBlogs');

/** Each kind with its words for one and for many entries, and the list of them. */
const kinds: readonly (readonly [kind: WaitingKind, one: string, many: string, to: string])[] = [
  ['unread_applicants', 'unread applicant', 'unread applicants', `${pathTo('adminApplicants')}?is_read=0`],
  ['new_messages', 'new message', 'new messages', `${letters}?status=new`],
  [
    'deletions_due',
    'deletion request due within 7 days',
    'deletion requests due within 7 days',
    `${letters}?type=account_deletion`,
  ],
  ['jobs_closing', 'job closes within 7 days', 'jobs close within 7 days', `${jobs}?status=open`],
  ['draft_jobs', 'draft of a job', 'drafts of jobs', `${jobs}?status=draft`],
  ['inactive_posts', 'inactive post', 'inactive posts', `${posts}?active=0`],
  ['scheduled_jobs', 'scheduled job', 'scheduled jobs', jobs],
  ['scheduled_posts', 'scheduled post', 'scheduled posts', `${posts}?scheduled=1`],
  ['waiting_forms', 'waiting form', 'waiting forms', pathTo('adminIntake')],
];

/**
 * Returns the kinds of entries that wait for an admin, each with its number and its link. Kinds without such entries
 * are left out.
 */
function waitingOf(counts: Partial<Record<WaitingKind, number>>) {
  return kinds.flatMap(([kind, one, many, to]) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [{ kind, count, to, text: `${count} ${count === 1 ? one : many}` }] : [];
  });
}

/**
 * Strip above the list of jobs that links to entries which wait for an admin. Its space is reserved before the counts
 * are known and while it is empty, so that the list below does not move.
 */
export function PendingStrip() {
  if (useHostSupports('deskCounts') === false) return null;
  return (
    <div className={styles.place}>
      <Strip />
    </div>
  );
}

/** Links an owner to the first steps of the site while some are not done. */
function FirstStepsLink() {
  const { steps } = useFirstSteps();
  if (steps.length === 0) return null;
  return (
    <Link className={styles.link} to={pathTo('adminSite')}>
      First steps: {doneOf(steps)}
    </Link>
  );
}

/** A dismissed strip appears again when more entries wait than when it was dismissed. */
function Strip() {
  const may = useRoleMay();
  const counts = useDeskCounts();
  const told = useSiteStatus();
  const [dismissed, setDismissed] = useState(() => readStored(key) ?? '');
  if (!counts) return null;
  const intake = told && maySee(may, pathTo('adminIntake')) ? told.status.intake : undefined;
  const waiting = waitingOf({
    ...counts,
    waiting_forms: intake ? intake.waiting + intake.needs_person : 0,
  });
  const dismiss = (kinds: typeof waiting) => {
    const next = String(new URLSearchParams(kinds.map(({ kind, count }) => [kind, String(count)])));
    if (next === dismissed) return;
    setDismissed(next);
    writeStored(key, next);
  };
  const counted = new URLSearchParams(dismissed);
  const known = waiting.filter(({ kind, count }) => count <= Number(counted.get(kind)));
  // If entries were handled after the strip was dismissed, the lower counts are stored, so that new entries show the
  // strip again.
  if (told) dismiss(known);
  if (known.length === waiting.length) {
    return (
      <p className="note">
        Nothing new is waiting. <FirstStepsLink />
      </p>
    );
  }
  return (
    <section className={styles.strip} aria-label="What waits">
      <ul className={styles.list}>
        {waiting.map(({ kind, text, to }) => (
          <li key={kind}>
            <Link className={styles.link} to={to}>
              {text}
            </Link>
          </li>
        ))}
        <li>
          <FirstStepsLink />
        </li>
      </ul>
      <IconButton label="Dismiss open work" className={styles.dismiss} onClick={() => dismiss(waiting)}>
        <CloseIcon />
      </IconButton>
    </section>
  );
}
