import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import styles from './Sent.module.css';

interface SentProps {
  /** What the host says of it. */
  title: string;
  /** What happens next. */
  children: ReactNode;
  /** What was sent, by the names of the fields; blank ones are left out. */
  copy: readonly (readonly [name: string, text: string])[];
  againLabel: string;
  onAgain: () => void;
}

/** The form is sent: what happens next, and a copy of what was written, to be read, selected or printed. */
export function Sent({ title, children, copy, againLabel, onAgain }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className={styles.sent} aria-labelledby="sent">
      <div className={styles.news}>
        <h2 className={styles.title} id="sent" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      <section className={styles.copy} aria-labelledby="sent-copy">
        <h3 className={styles.heading} id="sent-copy">
          What you sent
        </h3>
        <dl className={styles.fields}>
          {copy
            .filter(([, text]) => text !== '')
            .map(([name, text]) => (
              <div key={name} className={styles.field}>
                <dt>{name}</dt>
                <dd dir="auto">{text}</dd>
              </div>
            ))}
        </dl>
      </section>
      <Button variant="quiet" className={styles.again} onClick={onAgain}>
        {againLabel}
      </Button>
    </section>
  );
}
