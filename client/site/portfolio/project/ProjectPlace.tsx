import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './ProjectArticle.module.css';
import { WordsPlace } from './ProjectArticle.tsx';

/** Where a project will stand. */
export function ProjectPlace() {
  return (
    <div className={styles.project}>
      <PageTitle>Loading</PageTitle>
      <VisuallyHidden role="status">Loading the project…</VisuallyHidden>
      <div className={styles.head}>
        <Skeleton width="8rem" height="2.75rem" />
        <div className={styles.title}>
          <Skeleton width="8ch" height="0.9em" />
        </div>
      </div>
      <div className={styles.gallery}>
        <div className={styles.stagePlace}>
          <Skeleton height="100%" />
        </div>
      </div>
      <div className={styles.words}>
        <WordsPlace />
      </div>
    </div>
  );
}
