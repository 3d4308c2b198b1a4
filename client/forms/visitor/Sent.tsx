import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { forms } from '#shared/words/en/forms.ts';
import { Button } from '../../ui/Button.tsx';
import { asNode, useWords } from '../../words.ts';
import styles from './Sent.module.css';

interface SentProps {
  /** Message in the host's answer. */
  title: string;
  /** Reference number of the form, where there is one. */
  reference?: string;
  /** Text about the next steps. */
  children: ReactNode;
  /**
   * The input, by field name. Blank fields are not shown. Empty if the receipt was opened by its URL, because the
   * page then does not know the input.
   */
  copy?: readonly (readonly [name: string, text: string])[];
  againLabel: string;
  /** Opens the form again: a function on the same page, or the path of the form. */
  again: (() => void) | string;
  /** Anchor to which the URL of a receipt leads in browsers without scripts. */
  id?: string;
}

/** Confirms that a form was sent. Shows the next steps, and the input, which can be read, selected and printed. */
export function Sent({ title, reference, children, copy = [], againLabel, again, id }: SentProps) {
  const words = useWords(forms);
  const heading = useRef<HTMLHeadingElement>(null);
  const written = copy.filter(([, text]) => text !== '');
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className="stack6" id={id} aria-labelledby="sent">
      <div className={styles.news}>
        <h2 className={styles.title} id="sent" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {reference && (
          <p>
            {asNode(
              words.parts('form.reference', {
                reference: () => <strong className={styles.reference}>{reference}</strong>,
              }),
            )}
          </p>
        )}
        {children}
      </div>
      {written.length > 0 && (
        <section aria-labelledby="sent-copy">
          <h3 className={styles.heading} id="sent-copy">
            {words('form.whatYouSent')}
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
