import type { Redirect } from '#shared/schemas/redirect.ts';
import { formatAge, formatFullMoment, formatLocalDay } from '../../ui/dates.ts';
import { ArrowRightIcon, EditIcon, ExternalIcon, TrashIcon } from '../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import rows from '../shared/rows.module.css';
import styles from './RedirectRows.module.css';

interface RedirectRowsProps {
  redirects: readonly Redirect[];
  /** True while the rows of the previous page stay on the screen because another page is loading. */
  stale: boolean;
  onEdit: (redirect: Redirect) => void;
  onDelete: (redirect: Redirect) => void;
}

/** Rows of redirects: the old URL and its target, the number of visits, and who added the redirect. */
export function RedirectRows({ redirects, stale, onEdit, onDelete }: RedirectRowsProps) {
  const actionsFor = (redirect: Redirect): MenuItem[] => [
    { label: 'Edit', Icon: EditIcon, onSelect: () => onEdit(redirect) },
    {
      label: 'Open where it leads',
      Icon: ExternalIcon,
      onSelect: () => void window.open(redirect.to, '_blank', 'noopener'),
    },
    { label: 'Delete', Icon: TrashIcon, danger: true, onSelect: () => onDelete(redirect) },
  ];
  return (
    <ul className={rows.boxed} aria-label="Redirects" aria-busy={stale || undefined}>
      {redirects.map((redirect) => (
        <li key={redirect.id} className={styles.row}>
          <div className={styles.what}>
            <p className={styles.addresses}>
              <bdi className={styles.from} dir="ltr">
                {redirect.from}
              </bdi>
              <span className={styles.arrow}>
                <ArrowRightIcon size={16} />
                <VisuallyHidden> leads to </VisuallyHidden>
              </span>
              <bdi className={styles.to} dir="ltr">
                {redirect.to}
              </bdi>
            </p>
            <p className={styles.facts}>
              <span>{hitsText(redirect)}</span>
              {redirect.last_hit_at && (
                <time dateTime={redirect.last_hit_at} title={formatFullMoment(redirect.last_hit_at)}>
                  last {formatAge(redirect.last_hit_at)}
                </time>
              )}
              <time dateTime={redirect.created_at} title={formatFullMoment(redirect.created_at)}>
                added {formatLocalDay(redirect.created_at)}
              </time>
              <span>{sourceText(redirect)}</span>
            </p>
          </div>
          <Menu label={`Actions for ${redirect.from}`} items={actionsFor(redirect)} />
        </li>
      ))}
    </ul>
  );
}

function hitsText({ hits }: Redirect): string {
  if (hits === 0) return 'Never followed';
  return hits === 1 ? 'Followed once' : `Followed ${hits.toLocaleString('en')} times`;
}

const sources: Record<string, string> = {
  hand: 'by hand',
  file: 'from a file',
  command: 'from the command line',
  restore: 'from the trash',
};

function sourceText({ source }: Redirect): string {
  return sources[source] ?? `from the import ${source}`;
}

/** Placeholder rows, as high as real ones. */
export function RedirectSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the redirects…</VisuallyHidden>
      <ul className={rows.boxed} aria-hidden="true">
        {['64%', '48%', '71%', '55%'].map((width) => (
          <li key={width} className={styles.row}>
            <div className={styles.what}>
              <Skeleton width={width} height="1.5em" />
              <Skeleton width="50%" height="1.5em" />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
