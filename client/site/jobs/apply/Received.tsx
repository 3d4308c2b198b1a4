import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../../site-info/site-info.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CheckIcon, CopyIcon } from '../../../ui/icons/icons.tsx';
import { Pattern } from '../../../ui/pattern/Pattern.tsx';
import styles from './Received.module.css';
import type { Receipt } from './use-apply-form.ts';

/** The application is there: its reference, and what happens next. The same for a first one and for one more. */
export function Received({ receipt, level }: { receipt: Receipt; level: 1 | 2 }) {
  const title = useRef<HTMLHeadingElement>(null);
  const { email } = useSite();
  const Title = `h${level}` as const;
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className={styles.received} id="apply" aria-labelledby="received">
      <Pattern className={styles.art} seed={receipt.reference} columns={6} rows={6} />
      <div className={styles.words}>
        <Title className={styles.title} id="received" ref={title} tabIndex={-1}>
          {messages['applicant.received']}
        </Title>
        <div className={styles.reference}>
          <p>
            Your reference
            <strong className={styles.code}>{receipt.reference}</strong>
          </p>
          <CopyButton text={receipt.reference} />
        </div>
        <ol className={styles.steps}>
          <li>
            A confirmation goes to <bdi className={styles.email}>{receipt.email}</bdi>. If it does not arrive,
            look into the spam folder.
          </li>
          <li>The people whom you would work with read what you sent.</li>
          <li>
            You hear from us either way. To ask, to correct something or to have it deleted, write to{' '}
            <a href={`mailto:${email}?subject=${encodeURIComponent(`Application ${receipt.reference}`)}`}>
              {email}
            </a>{' '}
            and name the reference.
          </li>
        </ol>
        <p>
          <Link className={styles.back} to={pathTo('careersApply')}>
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
