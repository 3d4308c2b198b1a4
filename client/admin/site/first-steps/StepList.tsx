import { Link } from 'react-router-dom';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { doneOf } from '../../shared/first-steps/steps.ts';
import { useFirstSteps } from '../../shared/first-steps/use-first-steps.ts';
import styles from './FirstSteps.module.css';

/** The first steps that are left after the company has its name. Renders nothing once all are done. */
export function StepList() {
  const { steps, dismiss } = useFirstSteps();
  if (steps.length === 0) return null;
  return (
    <section className={styles.steps} aria-label="First steps">
      <p>
        <strong>First steps</strong> {doneOf(steps)}
      </p>
      <ul className={styles.stepItems}>
        {steps
          .filter(({ isDone }) => !isDone)
          .map(({ words, to }) => (
            <li key={words}>{to ? <Link to={to}>{words}</Link> : words}</li>
          ))}
      </ul>
      <IconButton label="Dismiss first steps" onClick={dismiss}>
        <CloseIcon />
      </IconButton>
    </section>
  );
}
