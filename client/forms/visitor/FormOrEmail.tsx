import type { ReactNode } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import type { PageFormName } from '#shared/page-forms.ts';
import { useHostTakes } from '../../api/host-calls.ts';
import { useSite } from '../../site-info.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './FormOrEmail.module.css';
import { useRejectedForm } from './page-outcome.ts';

interface FormOrEmailProps {
  form: PageFormName;
  /** The call that takes the form. */
  call: CallName;
  /** What to do instead, in one sentence before the address. */
  otherwise: string;
  /** Of the mail. */
  subject?: string;
  /** The form. */
  children: ReactNode;
}

/** A form where somebody receives it, and the email address that reaches the same people where nobody does. */
export function FormOrEmail({ form, call, otherwise, subject, children }: FormOrEmailProps) {
  const takes = useHostTakes(call);
  const { email } = useSite();
  // What came back from its post is shown again, also when that post has told that nobody takes it.
  const rejected = useRejectedForm(form) !== undefined;
  if (takes) return children;
  if (takes === undefined) {
    return (
      <div>
        <VisuallyHidden role="status">Loading the form…</VisuallyHidden>
        <Skeleton height="30rem" />
      </div>
    );
  }
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : '';
  const byMail = (
    <div className={styles.mail}>
      <p>{otherwise}</p>
      <a className={styles.address} href={`mailto:${email}${query}`}>
        {email}
      </a>
    </div>
  );
  if (!rejected) return byMail;
  return (
    <>
      {byMail}
      {children}
    </>
  );
}

/** What is said when a form was filled and the host turned out not to take it. Nothing that was typed is lost. */
export function CannotBeSent() {
  const { email } = useSite();
  return (
    <>
      This form cannot be sent at the moment. What you typed is still here: please copy it into an email to{' '}
      <a href={`mailto:${email}`}>{email}</a>.
    </>
  );
}

/** The other way, while nothing more can be taken: what was typed stays in the form for both. */
export function OrByEmail() {
  const { email } = useSite();
  return (
    <>
      Or copy what you typed into an email to <a href={`mailto:${email}`}>{email}</a>.
    </>
  );
}
