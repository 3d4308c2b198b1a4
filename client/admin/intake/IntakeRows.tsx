import { Link } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import type { IntakeItem } from '#shared/schemas/intake.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatFullMoment, formatInboxMoment } from '../../ui/dates.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import rows from '../shared/rows.module.css';
import styles from './IntakeRows.module.css';
import { nextText, senderOf, stateBadges, triesText, whatOf } from './labels.ts';

interface IntakeRowsProps {
  items: readonly IntakeItem[];
  /** True while the rows of the previous page stay on the screen because another page is loading. */
  stale: boolean;
  openId: Id | undefined;
  /** Returns the query of the URL that opens an item. */
  searchFor: (id: Id) => string;
  /** Time when the list was read, milliseconds since 1970. */
  now: number;
}

/** One row per form: sender, subject, time and delivery state. */
export function IntakeRows({ items, stale, openId, searchFor, now }: IntakeRowsProps) {
  return (
    <ul className={rows.boxed} aria-label="Waiting forms" aria-busy={stale || undefined}>
      {items.map((item) => (
        <li key={item.id}>
          <Row item={item} search={searchFor(item.id)} current={item.id === openId} now={now} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  item: IntakeItem;
  search: string;
  current: boolean;
  now: number;
}

function Row({ item, search, current, now }: RowProps) {
  const { id, reference, received_at: at, state, may_be_twice: twice } = item;
  const badge = stateBadges[state];
  const next = nextText(item, now);
  return (
    <Link
      className={classNames(rows.opens, styles.row)}
      to={{ search }}
      data-intake-id={id}
      aria-current={current ? 'true' : undefined}
    >
      <span className={classNames(rows.head, styles.head)}>
        <bdi className={classNames(rows.sender, styles.sender)} lang={languageOf(senderOf(item))}>
          {senderOf(item)}
        </bdi>
        <time className={rows.when} dateTime={at} title={formatFullMoment(at)}>
          {formatInboxMoment(at, new Date(now))}
        </time>
      </span>
      <span>
        {whatOf(item)} <span className={styles.reference}>{reference}</span>
      </span>
      <span className={styles.marks}>
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {twice && <Badge tone="signal">May be there twice</Badge>}
        <span className={styles.tries}>
          {triesText(item)}
          {next && `, ${next}`}
        </span>
      </span>
    </Link>
  );
}

/** Placeholder rows, as high as real ones. */
export function IntakeSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the waiting forms…</VisuallyHidden>
      <ul className={rows.boxed} aria-hidden="true">
        {['38%', '61%', '47%', '55%'].map((width) => (
          <li key={width}>
            <span className={classNames(rows.opens, styles.row)}>
              <Skeleton width={width} height="1.5em" />
              <Skeleton width="60%" height="1.5em" />
              <Skeleton width="70%" height="1.5em" />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
