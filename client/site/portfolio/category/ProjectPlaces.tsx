import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './FieldProjects.module.css';
import card from './ProjectCard.module.css';

/** Where the projects of a field will stand. */
export function ProjectPlaces() {
  return (
    <div className={styles.list}>
      {['one', 'two', 'three'].map((place) => (
        <div key={place} className={card.card}>
          <div className={card.print}>
            <Skeleton height="100%" />
          </div>
          <div className={card.words}>
            <Skeleton width="70%" height="2.4em" />
            <Skeleton width="100%" height="4.5em" />
          </div>
        </div>
      ))}
      <VisuallyHidden role="status">Loading projects…</VisuallyHidden>
    </div>
  );
}
