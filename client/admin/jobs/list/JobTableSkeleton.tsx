import { classNames } from '../../../ui/class-names.ts';
import layout from '../../../ui/layout/layout.module.css';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './JobTable.module.css';
import { JobFrame } from './JobTable.tsx';

/** Rows of the same height as those to come. */
export function JobTableSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the jobs…</VisuallyHidden>
      <JobFrame busy>
        {['46%', '62%', '38%', '54%', '49%', '58%'].map((width) => (
          <tr key={width}>
            <td className={styles.job}>
              <span className={classNames(layout.clampedName, styles.title)}>
                <Skeleton width={width} />
              </span>
              <span className={styles.facts}>
                <Skeleton width="14rem" />
              </span>
            </td>
            <td className={styles.status}>
              <Skeleton width="5rem" height="1.5rem" />
            </td>
            <td className={styles.applicants}>
              <Skeleton width="6rem" />
            </td>
            <td className={styles.closes}>
              <Skeleton width="7rem" />
            </td>
            <td className={styles.actions}>
              <Skeleton width="2.5rem" height="2.5rem" />
            </td>
          </tr>
        ))}
      </JobFrame>
    </>
  );
}
