import styles from './Points.module.css';
import { benefits, type Point, reasons, steps } from './texts.ts';

/** Why one would work here. */
export function Reasons() {
  return (
    <section className={styles.section} aria-labelledby="why">
      <h2 className={styles.heading} id="why">
        Why people stay
      </h2>
      <dl className={styles.reasons}>{reasons.map(described)}</dl>
    </section>
  );
}

/** What happens to an application. */
export function Steps() {
  return (
    <section className={styles.section} aria-labelledby="how">
      <h2 className={styles.heading} id="how">
        How we hire
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3 className={styles.point}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What there is besides the pay, which each posting tells. */
export function Benefits() {
  return (
    <section className={styles.section} aria-labelledby="benefits">
      <h2 className={styles.heading} id="benefits">
        What you find here
      </h2>
      <dl className={styles.benefits}>{benefits.map(described)}</dl>
    </section>
  );
}

function described({ title, text }: Point) {
  return (
    <div key={title}>
      <dt className={styles.point}>{title}</dt>
      <dd className={styles.text}>{text}</dd>
    </div>
  );
}
