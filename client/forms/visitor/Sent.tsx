import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/Button.tsx';
import styles from './Sent.module.css';

interface SentProps {
  /** Message of the host. */
  title: string;
  /** Reference number of the form, where there is one. */
  reference?: string | undefined;
  /** Text about the next steps. */
  children: ReactNode;
  /**
   * Copy of the sent fields by field name; blank fields are left out. Empty on a receipt page that was opened by its
   * address, because that page does not know the input.
   */
  copy?: readonly (readonly [name: string, text: string])[];
  againLabel: string;
  /** Opens the form again: a callback on this page, or the form's address. */
  again: (() => void) | string;
  /** Anchor for browsers that open the address of a receipt. */
  id?: string;
}

/** Confirms that the form was sent: the next steps, and a copy of the input to read, select or print. */
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

/** Ref callback that focuses its element once, when the element is mounted. */
export function focusElement(element: HTMLElement | null): void {
  element?.focus();
}
