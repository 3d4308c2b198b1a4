import { Link } from 'react-router-dom';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useFirstSteps } from '../../shared/first-steps/use-first-steps.ts';
import styles from './FirstSteps.module.css';

/** The first steps after the company has its name: each is ticked by itself, and the list goes when all are done. */
export function StepList() {
  const { steps, dismiss } = useFirstSteps();
  if (steps.length === 0) return null;
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <div className={styles.stepsHead}>
        <h2 className={styles.stepsTitle} id="first-steps">
          First steps
        </h2>
        <IconButton label="Dismiss first steps" onClick={dismiss}>
          <CloseIcon />
        </IconButton>
      </div>
      <ul className={styles.stepItems}>
        {steps.map(({ label, isDone, link, words }) => (
          <li key={label} className={styles.step}>
            <span className={styles.tick}>{isDone && <CheckIcon size={18} />}</span>
            <span>
              {label}
              {isDone && <VisuallyHidden>: done</VisuallyHidden>}
              {!isDone && link && (
                <>
                  : <Link to={link.to}>{link.label}</Link>
                </>
              )}
              {!isDone && words && <>: {words}</>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
