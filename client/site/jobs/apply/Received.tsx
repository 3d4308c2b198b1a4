import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '#shared/messages.ts';
import { formAnchors } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../../site-info.ts';
import { Button } from '../../../ui/Button.tsx';
import { CheckIcon, CopyIcon } from '../../../ui/icons.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Pattern } from '../../../ui/Pattern.tsx';
import type { Receipt } from './ApplyForm.tsx';
import styles from './Received.module.css';

/** The application is there: its reference, if the host gave one, and what happens next. The same for a first one and for one more. */
export function Received({ receipt, level }: { receipt: Receipt; level: 1 | 2 }) {
  const title = useRef<HTMLHeadingElement>(null);
  const { email } = useSite();
  const { reference, email: to } = receipt;
  const subject = reference ? `Application ${reference}` : 'My application';
  const Title = `h${level}` as const;
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className={styles.received} id={formAnchors.application} aria-labelledby="received">
      <Pattern className={styles.art} seed={reference ?? 'received'} columns={6} rows={6} />
      <div className={styles.words}>
        <Title className={styles.title} id="received" ref={title} tabIndex={-1}>
          {messages['applicant.received']}
        </Title>
        {reference && (
          <div className={styles.reference}>
            <p>
              Your reference
              <strong className={styles.code}>{reference}</strong>
            </p>
            <CopyButton text={reference} />
          </div>
        )}
        <ol className={styles.steps}>
          <li>
            A confirmation is on its way to{' '}
            {to ? <bdi className={styles.email}>{to}</bdi> : 'the email address that you gave'}. If it does
            not arrive, please look in your spam folder.
          </li>
          <li>The people you would work with read what you sent.</li>
          <li>
            You will hear from us either way. To ask something, correct something or have it deleted, write to{' '}
            <a href={`mailto:${email}?subject=${encodeURIComponent(subject)}`}>{email}</a>
            {reference && ' and give your reference'}.
          </li>
        </ol>
        <p>
          <Link className={layout.onward} to={pathTo('careersApply')}>
            All open positions
          </Link>
        </p>
      </div>
    </section>
  );
}

function CopyButton({ text }: { text: string }) {
  const [done, setDone] = useState<'copied' | 'failed'>();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setDone('copied');
    } catch {
      // An old browser, or one that was told not to: the code stands there to be selected.
      setDone('failed');
    }
  }
  return (
    <div className={styles.copy}>
      <Button variant="quiet" onClick={() => void copy()}>
        {done === 'copied' ? <CheckIcon /> : <CopyIcon />} Copy reference
      </Button>
      <span role="status" className={styles.copied}>
        {done === 'copied' && 'Copied'}
        {done === 'failed' && 'Please select it and copy it by hand.'}
      </span>
    </div>
  );
}
