import { useEffect, useRef, useState } from 'react';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import styles from './LetterPreview.module.css';

/** Elements that the product's mails consist of. Of any other element, only the text is shown. */
const tags = new Set([
  'BODY',
  'DIV',
  'P',
  'BLOCKQUOTE',
  'TABLE',
  'TBODY',
  'TR',
  'TH',
  'TD',
  'STRONG',
  'A',
  'BR',
]);

/**
 * Converts the HTML of a mail to elements for our page. Known elements retain their styles and text directions; URLs,
 * scripts and pictures are left out. Styles are set by script, because the page's CSP refuses style attributes in
 * HTML.
 */
function letterElement(html: string): HTMLElement {
  // The pattern matches only attributes, because quotes in the mail's texts are escaped.
  const parsed = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-look="'), 'text/html');
  const letter = document.createElement('div');
  copyLook(parsed.body, letter);
  copyInto(parsed.body, letter);
  return letter;
}

function copyInto(from: Element, to: HTMLElement): void {
  for (const node of from.childNodes) {
    if (node instanceof Text) to.append(node.data);
    else if (node instanceof Element) {
      if (!tags.has(node.tagName)) to.append(node.textContent ?? '');
      else {
        const copy = document.createElement(node.tagName);
        copyLook(node, copy);
        copyInto(node, copy);
        to.append(copy);
      }
    }
  }
}

function copyLook(from: Element, to: HTMLElement): void {
  to.style.cssText = from.getAttribute('data-look') ?? '';
  for (const name of ['dir', 'scope']) {
    const value = from.getAttribute(name);
    if (value !== null) to.setAttribute(name, value);
  }
}

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
