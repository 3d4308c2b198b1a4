import { Link } from 'react-router-dom';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { summaryOf } from '../../shared/first-steps/steps.ts';
import { useFirstSteps } from '../../shared/first-steps/use-first-steps.ts';
import styles from './FirstSteps.module.css';

/**
 * The first steps after the company has its name, folded to one line: each is ticked by itself, and the line goes when
 * all are done.
 */
export function StepList() {
  const { steps, isPending, dismiss } = useFirstSteps();
  // Reserves the room, so that the form does not move when the line comes.
  if (isPending) return <div className={styles.stepsRoom} />;
  if (steps.length === 0) return null;
  return (
    <section className={styles.steps} aria-label="First steps">
      <details className={styles.stepsBox}>
        <summary className={styles.stepsLine}>
          <strong>First steps</strong> <span>{summaryOf(steps)}</span>
        </summary>
        <ul className={styles.stepItems}>
          {steps.map(({ label, isDone, link, words }) => (
            <li key={label} className={styles.step}>
              <span className={styles.tick}>{isDone && <CheckIcon size={18} />}</span>
              <span>
                {!isDone && link ? <Link to={link.to}>{link.label}</Link> : label}
                {isDone && <VisuallyHidden>: done</VisuallyHidden>}
                {!isDone && words && <>: {words}</>}
              </span>
            </li>
          ))}
        </ul>
      </details>
      <IconButton label="Dismiss first steps" onClick={dismiss}>
        <CloseIcon />
      </IconButton>
    </section>
  );
}
