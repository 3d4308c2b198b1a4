import { useState } from 'react';
import { formatDay } from '#shared/dates.ts';
import { messages } from '#shared/messages.ts';
import { formAnchors } from '#shared/page-forms.ts';
import type { SiteApp } from '#shared/schemas/site.ts';
import { FormOrEmail } from '../../forms/visitor/FormOrEmail.tsx';
import { useFormReceipt } from '../../forms/visitor/page-outcome.ts';
import { focusElement, Sent } from '../../forms/visitor/Sent.tsx';
import { DeletionForm, deletionPath, type SentRequest } from './DeletionForm.tsx';
import styles from './DeletionPart.module.css';

/** The form, and what comes after it: the day by which the account is gone. */
export function DeletionPart({ chosen }: { chosen: SiteApp | undefined }) {
  const [sent, setSent] = useState<SentRequest>();
  // Whoever comes back from what they sent was on a button that is gone.
  const [again, setAgain] = useState(false);
  const receipt = useFormReceipt('deletion');
  if (receipt) {
    return (
      <Sent
        id={formAnchors.deletion}
        title={messages['message.deletionReceived']}
        againLabel="Request deletion of another account"
        again={deletionPath(chosen)}
      >
        <DueDay iso={receipt.dueAt ?? ''} />
        <p>If we need to make sure that the account is yours, we write to the email address that you gave.</p>
      </Sent>
    );
  }
  if (!sent) {
    return (
      <section className={styles.part} aria-labelledby={formAnchors.deletion}>
        <h2
          className={styles.heading}
          id={formAnchors.deletion}
          tabIndex={-1}
          ref={again ? focusElement : undefined}
        >
          Request deletion
        </h2>
        <FormOrEmail
          form="deletion"
          call="requestAccountDeletion"
          otherwise="Please email us with the name of the app and of the account. Never send your password."
          subject="Delete my account"
        >
          <DeletionForm chosen={chosen} onSent={setSent} />
        </FormOrEmail>
      </section>
    );
  }
  const { texts, dueAt, said } = sent;
  return (
    <Sent
      title={said ?? messages['message.deletionReceived']}
      copy={[
        ['App', texts.app_name],
        ['Account', texts.account_identifier],
        ['Email', texts.email],
        ['Name', texts.name],
        ['Comment', texts.message],
      ]}
      againLabel="Request deletion of another account"
      again={() => {
        setAgain(true);
        setSent(undefined);
      }}
    >
      <DueDay iso={dueAt} />
      <p>
        If we need to make sure that the account is yours, we write to{' '}
        <bdi className={styles.email}>{texts.email}</bdi>.
      </p>
    </Sent>
  );
}

/** The day by which it is done, where the host has said one. */
function DueDay({ iso }: { iso: string }) {
  const day = formatDay(iso);
  return (
    day && (
      <p className={styles.due}>
        Done by <time dateTime={iso}>{day}</time>
      </p>
    )
  );
}
