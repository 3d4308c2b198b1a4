import { useState } from 'react';
import styles from './Application.module.css';
import { ApplyForm } from './ApplyForm.tsx';
import { Received } from './Received.tsx';
import type { Receipt } from './use-apply-form.ts';

interface ApplicationProps {
  title: string;
  level?: 1 | 2;
  intro?: string | undefined;
  /** Undefined for an application without a job. */
  jobId?: number;
  source: string;
}

/** The form, and what comes after it. */
export function Application({ title, level = 2, intro, jobId, source }: ApplicationProps) {
  const [receipt, setReceipt] = useState<Receipt>();
  const Title = `h${level}` as const;
  if (receipt) return <Received receipt={receipt} level={level} />;
  return (
    <section className={styles.application} id="apply" aria-labelledby="apply-title" tabIndex={-1}>
      <div className={styles.head}>
        <Title className={styles.title} id="apply-title">
          {title}
        </Title>
        <p className={styles.intro}>
          {intro ?? 'Your name, a mail address and your CV are all we need. The rest helps us to know you.'}
        </p>
      </div>
      <ApplyForm jobId={jobId} source={source} onReceived={setReceipt} />
    </section>
  );
}
