import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/Button.tsx';
import styles from './Sent.module.css';

interface SentProps {
  /** What the host says of it. */
  title: string;
  /** What it is found by, where there is one. */
  reference?: string | undefined;
  /** What happens next. */
  children: ReactNode;
  /** What was sent, by the names of the fields; blank ones are left out. A receipt that came by its address knows nothing of it. */
  copy?: readonly (readonly [name: string, text: string])[];
  againLabel: string;
  /** The form once more: on this page, or at its address. */
  again: (() => void) | string;
  /** Where browsers go that came by the address of a receipt. */
  id?: string;
}

/** The form is sent: what happens next, and a copy of what was written, to be read, selected or printed. */
export function Sent({ title, reference, children, copy = [], againLabel, again, id }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const written = copy.filter(([, text]) => text !== '');
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className={styles.sent} id={id} aria-labelledby="sent">
      <div className={styles.news}>
        <h2 className={styles.title} id="sent" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {reference && (
          <p>
            Your reference <strong className={styles.reference}>{reference}</strong>
          </p>
        )}
        {children}
      </div>
      {written.length > 0 && (
        <section className={styles.copy} aria-labelledby="sent-copy">
          <h3 className={styles.heading} id="sent-copy">
            What you sent
          </h3>
          <dl className={styles.fields}>
            {written.map(([name, text]) => (
              <div key={name} className={styles.field}>
                <dt>{name}</dt>
                <dd dir="auto">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {typeof again === 'string' ? (
        <Link className={styles.again} to={again}>
          {againLabel}
        </Link>
      ) : (
        <Button variant="quiet" className={styles.again} onClick={again}>
          {againLabel}
        </Button>
      )}
    </section>
  );
}

/** A ref that gives what it is put on the focus, once, when that appears. */
export function focusElement(element: HTMLElement | null): void {
  element?.focus();
}
