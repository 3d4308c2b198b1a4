import type { ReactNode } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import type { PageFormName } from '#shared/page-forms.ts';
import { forms } from '#shared/words/en/forms.ts';
import { useHostSupports } from '../../api/host-support.ts';
import { useSite } from '../../site-info.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { asNode, useWords } from '../../words.ts';
import styles from './FormOrEmail.module.css';
import { useRejectedForm } from './page-outcome.ts';

interface FormOrEmailProps {
  form: PageFormName;
  /** The call to which the form is sent. */
  call: CallName;
  /** A sentence that invites people to write an email instead; the email address follows it. */
  otherwise: string;
  /** Subject of the email. */
  subject?: string;
  children: ReactNode;
}

/** Shows the form if the host supports its call, and otherwise an email address that reaches the same people. */
export function FormOrEmail({ form, call, otherwise, subject, children }: FormOrEmailProps) {
  const words = useWords(forms);
  const takes = useHostSupports(call);
  const { email } = useSite();
  // A form that was rejected after a post without scripts is shown again, even if the rejection showed that the host
  // does not support the call.
  const rejected = useRejectedForm(form) !== undefined;
  if (takes) return children;
  if (takes === undefined) {
    return (
      <div>
        <VisuallyHidden role="status">{words('form.loading')}</VisuallyHidden>
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

/**
 * Shown if a person has filled in a form and its call turns out to be missing on the host. The input stays in the
 * form.
 */
export function CannotBeSent() {
  const words = useWords(forms);
  const { email } = useSite();
  return asNode(words.parts('form.cannotBeSent', { email: () => <a href={`mailto:${email}`}>{email}</a> }));
}

/**
 * Offers email as an alternative while the host cannot accept the form. The input stays in the form, so that the
 * person can send it later or copy it into an email.
 */
export function OrByEmail() {
  const words = useWords(forms);
  const { email } = useSite();
  return asNode(words.parts('form.orByEmail', { email: () => <a href={`mailto:${email}`}>{email}</a> }));
}
