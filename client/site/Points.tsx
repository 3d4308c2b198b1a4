import type { ReactNode } from 'react';
import type { Points } from '#shared/schemas/site/pages.ts';
import { classNames } from '../ui/class-names.ts';
import { WrittenText } from '../ui/WrittenText.tsx';
import { useScript } from '../words.ts';
import styles from './Points.module.css';

interface PointsProps {
  /** Id of the section's heading. */
  id: string;
  points: Points;
}

interface PointListProps extends PointsProps {
  /** With larger titles, for points that say more than the rest of the page. */
  strong?: boolean;
}

/** Points of the company side by side, such as reasons or benefits, next to their title. */
export function PointList({ id, points, strong = false }: PointListProps) {
  const script = useScript();
  return (
    <PointsSection id={id} title={points.title}>
      <dl className={classNames(styles.list, strong && styles.strong)}>
        {points.items.map(({ title, text }) => (
          <div key={title} {...script(title, text)}>
            <dt className={styles.point}>{title}</dt>
            <dd className={styles.text}>{text}</dd>
          </div>
        ))}
      </dl>
    </PointsSection>
  );
}

/** Points in an order, such as the steps of an application, as a numbered list. */
export function Steps({ id, points }: PointsProps) {
  const script = useScript();
  return (
    <PointsSection id={id} title={points.title}>
      <ol className={styles.steps}>
        {points.items.map(({ title, text }) => (
          <li key={title} {...script(title, text)}>
            <h3 className={styles.point}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </PointsSection>
  );
}

function PointsSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.points} aria-labelledby={id}>
      <WrittenText as="h2" className={styles.title} id={id}>
        {title}
      </WrittenText>
      {children}
    </section>
  );
}
