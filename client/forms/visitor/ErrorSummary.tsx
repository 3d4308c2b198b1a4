import type { ReactNode } from 'react';
import { fieldId, type RejectedForm } from '#shared/page-forms.ts';
import { useSite } from '../../site-info.ts';
import styles from './ErrorSummary.module.css';

interface ErrorSummaryProps {
  rejected: RejectedForm;
  /** Names of fields as their labels say them, in the order of the form. */
  labels: Readonly<Record<string, string>>;
  /** What else can be done. */
  children?: ReactNode;
}

/** Above a form that came back from its post: why it was not sent, with a way to each field that is to blame. */
export function ErrorSummary({ rejected, labels, children }: ErrorSummaryProps) {
  const { email } = useSite();
  const bad = Object.keys(labels).filter((field) => rejected.errors[field] !== undefined);
  return (
    <div className={styles.summary} role="alert" aria-labelledby="not-sent">
      <p className={styles.title} id="not-sent">
        This was not sent yet
      </p>
      <p>
        {rejected.text}
        {rejected.notTaken && (
          <>
            {' '}
            <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
      </p>
      {bad.length > 0 && (
        <ul className={styles.fields}>
          {bad.map((field) => (
            <li key={field}>
              <a href={`#${fieldId(rejected.form, field)}`}>
                {labels[field]}: {rejected.errors[field]}
              </a>
            </li>
          ))}
        </ul>
      )}
      {rejected.file !== undefined && (
        <p>
          Everything you typed is still here. Only your file, <bdi>{rejected.file}</bdi>, has to be chosen
          again: browsers do not let a page fill it in.
        </p>
      )}
      {children}
    </div>
  );
}
