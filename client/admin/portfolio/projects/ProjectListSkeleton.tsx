import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { Picture } from '../Picture.tsx';
import styles from './ProjectList.module.css';
import row from './ProjectRow.module.css';

/** Rows of the same height as those to come. */
export function ProjectListSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the projects…</VisuallyHidden>
      <p className={styles.note}>
        <Skeleton width="16rem" height="1.6em" />
      </p>
      <ul className={styles.list} aria-hidden="true">
        {['38%', '61%', '47%', '55%'].map((width) => (
          <li key={width} className={row.row}>
            <span className={row.handle}>
              <Skeleton width="6.5rem" height="2.5rem" />
            </span>
            <Picture src={undefined} />
            <span className={row.words}>
              <span className={row.title}>
                <Skeleton width={width} />
              </span>
              <span className={row.facts}>
                <Skeleton width="8rem" height="1.1em" />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
