import type { Points } from '#shared/schemas/site/pages.ts';
import { scriptOf } from '#shared/text-direction.ts';
import styles from './Points.module.css';

interface SectionProps {
  /** Names the section in the page, and in links to it. */
  id: string;
  points: Points;
}

/** Reasons, benefits: points that stand beside each other. */
export function PointList({ id, points }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 className={styles.heading} id={id} {...scriptOf(points.title)}>
        {points.title}
      </h2>
      <dl className={styles[id] ?? styles.benefits}>
        {points.items.map(({ title, text }) => (
          <div key={title} {...scriptOf(title, text)}>
            <dt className={styles.point}>{title}</dt>
            <dd className={styles.text}>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Points that come one after the other. */
export function Steps({ id, points }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 className={styles.heading} id={id} {...scriptOf(points.title)}>
        {points.title}
      </h2>
      <ol className={styles.steps}>
        {points.items.map(({ title, text }) => (
          <li key={title} {...scriptOf(title, text)}>
            <h3 className={styles.point}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
