import { useEffect, useRef, useState } from 'react';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import styles from './LetterPreview.module.css';
import { letterElement } from './letter-dom.ts';

interface Previewed {
  to: string;
  reply_to?: string | null;
  subject: string;
  text: string;
  html: string;
}

const forms = [
  { value: 'html', label: 'Formatted' },
  { value: 'text', label: 'Plain text' },
] as const;

/**
 * A mail as its recipient will see it, as HTML or as text. Takes the focus when it appears, because it is below the
 * fields.
 */
export function LetterPreview({ mail }: { mail: Previewed }) {
  const [form, setForm] = useState<'html' | 'text'>('html');
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each mail that is shown is looked at
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.focus({ preventScroll: true });
  }, [mail]);
  return (
    <section ref={section} className={styles.preview} aria-label="Preview" tabIndex={-1}>
      <dl className={styles.head}>
        <dt>To</dt>
        <dd>
          <bdi>{mail.to}</bdi>
        </dd>
        <dt>Reply-To</dt>
        <dd>
          <bdi>{mail.reply_to ?? 'the address of the site'}</bdi>
        </dd>
        <dt>Subject</dt>
        <dd dir="auto">{mail.subject}</dd>
      </dl>
      <SegmentedControl label="Form of the mail" hideLabel value={form} options={forms} onChange={setForm} />
      {form === 'html' ? (
        <Html html={mail.html} />
      ) : (
        <p className={styles.text} dir="auto">
          {mail.text}
        </p>
      )}
    </section>
  );
}

/** Renders the mail's HTML in a shadow root, so that the page's styles do not apply to it. */
function Html({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = place.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    root.replaceChildren(letterElement(html));
  }, [html]);
  return <div ref={place} className={styles.html} />;
}
