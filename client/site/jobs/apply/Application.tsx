import { useState } from 'react';
import type { Id } from '#shared/id.ts';
import { formAnchors, type RejectedForm } from '#shared/page-forms.ts';
import { FormOrEmail } from '../../../forms/visitor/FormOrEmail.tsx';
import { useFormReceipt } from '../../../forms/visitor/page-outcome.ts';
import styles from './Application.module.css';
import type { Receipt } from './ApplyForm.tsx';
import { ApplyForm } from './ApplyForm.tsx';
import { Received } from './Received.tsx';

interface ApplicationProps {
  title: string;
  level?: 1 | 2;
  intro?: string | undefined;
  /** Undefined for an application without a job. */
  jobId?: Id | undefined;
  source: string;
  /** The address of the page, for browsers without scripts. */
  action: string;
  /** The form as it came back from its post. */
  rejected: RejectedForm | undefined;
}

/** The form, and what comes after it. */
export function Application({ title, level = 2, intro, jobId, source, action, rejected }: ApplicationProps) {
  const fromAddress = useFormReceipt('application');
  const [sent, setSent] = useState<Receipt>();
  const receipt = sent ?? (fromAddress && { reference: fromAddress.reference, email: undefined });
  const Title = `h${level}` as const;
  if (receipt) return <Received receipt={receipt} level={level} />;
  return (
    <section
      className={styles.application}
      id={formAnchors.application}
      aria-labelledby="apply-title"
      tabIndex={-1}
    >
      <div className={styles.head}>
        <Title className={styles.title} id="apply-title">
          {title}
        </Title>
        <p className={styles.intro}>
          {intro ??
            'Your name, an email address and your CV are all we need. The rest helps us get to know you.'}
        </p>
      </div>
      <FormOrEmail
        form="application"
        call={jobId === undefined ? 'applyJob' : 'applyJobFor'}
        otherwise="Please email us your CV, with a line on what you would like to do."
        subject="Application"
      >
        <ApplyForm jobId={jobId} source={source} action={action} rejected={rejected} onReceived={setSent} />
      </FormOrEmail>
    </section>
  );
}
