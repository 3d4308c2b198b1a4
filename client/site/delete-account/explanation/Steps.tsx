import { limits } from '#shared/limits.ts';
import styles from './Explanation.module.css';

/** What a person does, and what we do then. */
export function Steps() {
  return (
    <section aria-labelledby="steps">
      <h2 className={styles.heading} id="steps">
        How it goes
      </h2>
      <ol className={styles.steps}>
        <li>Fill in the form: the app, the account and a mail address where we can reach you.</li>
        <li>You see at once by which day it is done.</li>
        <li>
          We make sure that the account is yours. For that we may write to you; nobody else shall be able to
          have it deleted.
        </li>
        <li>
          We delete the account and what belongs to it, at the latest {limits.accountDeletionDays} days after
          you asked.
        </li>
      </ol>
    </section>
  );
}
