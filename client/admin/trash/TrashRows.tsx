import type { DeletedThing } from '#shared/schemas/trash.ts';
import { directionOf, languageOf } from '#shared/text-direction.ts';
import { Button } from '../../ui/Button.tsx';
import { formatAge, formatFullMoment } from '../../ui/dates.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { resourceLabels } from '../shared/activity/labels.ts';
import rows from '../shared/rows.module.css';
import styles from './TrashRows.module.css';

interface TrashRowsProps {
  things: readonly DeletedThing[];
  /** True while the rows of the previous page stay on the screen because another page is loading. */
  stale: boolean;
  /** Kind and id of the record that is being restored or erased; undefined if there is none. */
  busy: string | undefined;
  onRestore: (thing: DeletedThing) => void;
  onErase: (thing: DeletedThing) => void;
}

/** One row per deleted record: its name, who deleted it, when, and until when it can be restored. */
export function TrashRows({ things, stale, busy, onRestore, onErase }: TrashRowsProps) {
  return (
    <ul className={rows.boxed} aria-label="Trash" aria-busy={stale || undefined}>
      {things.map((thing) => {
        const { resource, id, name, by, deleted_at: at } = thing;
        const key = `${resource} ${id}`;
        const called = name || `${resourceLabels[resource]} ${id}`;
        return (
          <li key={key} className={styles.row}>
            <div className={styles.what}>
              <p className={styles.name} dir={directionOf(called)} lang={languageOf(called)}>
                {called}
              </p>
              <p className={styles.facts}>
                <span>{resourceLabels[resource]}</span>
                <time dateTime={at} title={formatFullMoment(at)}>
                  deleted {formatAge(at)}
                  {by && (
                    <>
                      {' '}
                      by <bdi>{by}</bdi>
                    </>
                  )}
                </time>
                <span>{daysText(thing)}</span>
              </p>
            </div>
            <div className={styles.actions}>
              <Button
                variant="quiet"
                onClick={() => onRestore(thing)}
                busy={busy === key}
                aria-label={`Restore ${called}`}
              >
                Restore
              </Button>
              <Button
                variant="quiet"
                className={styles.erase}
                onClick={() => onErase(thing)}
                disabled={busy === key}
                aria-label={`Delete ${called} for good`}
              >
                Delete for good
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function daysText({ days_left: days }: DeletedThing): string {
  if (days <= 1) return 'erased within a day';
  return `${days} days left`;
}

/** Placeholder rows, as high as real ones. */
export function TrashSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the trash…</VisuallyHidden>
      <ul className={rows.boxed} aria-hidden="true">
        {['44%', '61%', '38%', '52%'].map((width) => (
          <li key={width} className={styles.row}>
            <div className={styles.what}>
              <Skeleton width={width} height="1.5em" />
              <Skeleton width="70%" height="1.5em" />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
