import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CallName } from '#shared/contract/index.ts';
import { formAnchors, type PageFormName } from '#shared/page-forms.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { forms } from '#shared/words/en/forms.ts';
import { Button } from '../../ui/Button.tsx';
import { asNode, useTranslated, useWords } from '../../words.ts';
import { FormOrEmail } from './FormOrEmail.tsx';
import { showAddress, useFormReceipt } from './page-outcome.ts';
import { receiptOf } from './use-visitor-form.ts';
import styles from './VisitorSection.module.css';

type Texts = Record<string, string>;

/** Takes the host's answer to a form, and what was sent. */
export type OnSent = (answer: Envelope<unknown>, texts: Texts) => void;

/** A form that the host has accepted. */
interface SentForm {
  /** Undefined if the receipt was opened by its URL, because the page then does not know the input. */
  texts?: Texts;
  /** Message of the host's answer. */
  title?: string;
  reference?: string;
  /** ISO time by which what was asked for is done. */
  dueAt?: string;
}

interface VisitorSectionProps {
  form: PageFormName;
  /** The call to which the form is sent. */
  call: CallName;
  /** Path of the form. */
  path: string;
  title: string;
  /** Ref of the title. */
  heading?: RefObject<HTMLHeadingElement | null>;
  /** Classes of the section and of its title. */
  classes: Readonly<Record<string, string>>;
  /** A sentence that invites people to write an email instead, and the subject of that email. */
  otherwise: string;
  subject?: string;
  /** Confirmation, if the host's answer has no message. */
  received: string;
  againLabel: string;
  /** Labels of what was sent, by field, in the order of the form. */
  labels: Readonly<Texts>;
  /** Text about the next steps. */
  next: (sent: SentForm) => ReactNode;
  /** Renders the form. `again` is true if another one was sent before. */
  children: (onSent: OnSent, again: boolean) => ReactNode;
}

/** A form for visitors under its title, or the receipt after it was sent. */
export function VisitorSection(props: VisitorSectionProps) {
  const { form, path, title, heading, classes, children } = props;
  const [sent, setSent] = useState<SentForm>();
  // True after going back from the receipt to the form. The button that had the focus has disappeared, so the form's
  // title takes the focus.
  const [again, setAgain] = useState(false);
  const receipt = useFormReceipt(form);
  const id = formAnchors[form];
  if (receipt) return <Sent {...props} sent={receipt} again={path} />;
  if (sent) {
    const back = () => {
      showAddress(form, path);
      setAgain(true);
      setSent(undefined);
    };
    return <Sent {...props} sent={sent} again={back} />;
  }
  const take: OnSent = ({ data, message }, texts) =>
    setSent({ texts, title: message || undefined, ...receiptOf(data) });
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 className={classes.heading} id={id} tabIndex={-1} ref={again ? focusElement : heading}>
        {title}
      </h2>
      <FormOrEmail form={form} call={props.call} otherwise={props.otherwise} subject={props.subject}>
        {children(take, again)}
      </FormOrEmail>
    </section>
  );
}

interface SentProps
  extends Pick<VisitorSectionProps, 'form' | 'received' | 'againLabel' | 'labels' | 'next'> {
  sent: SentForm;
  /** Opens the form again: a function on the same page, or the path of the form. */
  again: (() => void) | string;
}

/** Confirms that a form was sent. Shows the next steps, and the input, which can be read, selected and printed. */
function Sent({ form, received, againLabel, labels, next, sent, again }: SentProps) {
  const { texts = {}, title = received, reference } = sent;
  const translated = useTranslated();
  const words = useWords(forms);
  const heading = useRef<HTMLHeadingElement>(null);
  const written = Object.entries(labels).filter(([field]) => texts[field]);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className="stack6" id={formAnchors[form]} aria-labelledby="sent">
      <div className={styles.news}>
        <h2 className={styles.title} id="sent" ref={heading} tabIndex={-1}>
          {translated(title)}
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
        {next(sent)}
      </div>
      {written.length > 0 && (
        <section aria-labelledby="sent-copy">
          <h3 className={styles.heading} id="sent-copy">
            {words('form.whatYouSent')}
          </h3>
          <dl className={styles.fields}>
            {written.map(([field, label]) => (
              <div key={field} className={styles.field}>
                <dt>{label}</dt>
                <dd dir="auto">{texts[field]}</dd>
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
function focusElement(element: HTMLElement | null) {
  element?.focus();
}
