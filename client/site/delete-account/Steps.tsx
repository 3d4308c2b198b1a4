import { limits } from '#shared/limits.ts';
import styles from './Explanation.module.css';

/** What a person does, and what we do then. */
export function Steps() {
  return (
    <section aria-labelledby="steps">
      <h2 className={styles.heading} id="steps">
        How it works
      </h2>
      <ol className={styles.steps}>
        <li>Fill in the form: the app, the account and an email address where we can reach you.</li>
        <li>You see right away by which day it will be done.</li>
        <li>
          We make sure that the account is yours, and may write to you to check: nobody else should be able to
          have it deleted.
        </li>
        <li>
          We delete the account and everything that belongs to it within {limits.accountDeletionDays} days of
          your request.
        </li>
      </ol>
    </section>
  );
}
