import { useEffect, useRef } from 'react';
import { FactList } from '../FactList.tsx';
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
  const { body } = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-look="'), 'text/html');
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('*')]) {
    if (!tags.has(element.tagName)) {
      element.replaceWith(element.textContent ?? '');
      continue;
    }
    const { look = '' } = element.dataset;
    for (const { name } of [...element.attributes])
      if (name !== 'dir' && name !== 'scope') element.removeAttribute(name);
    element.style.cssText = look;
  }
  const letter = document.createElement('div');
  letter.style.cssText = body.style.cssText;
  letter.dir = body.dir;
  letter.append(...body.childNodes);
  return letter;
}

interface Previewed {
  to: string;
  reply_to?: string | null;
  subject: string;
  html: string;
}

/**
 * A mail as its recipient will see it. Takes the focus when it appears, because it is below the fields.
 */
export function LetterPreview({ mail }: { mail: Previewed }) {
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each mail that is shown is looked at
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.focus({ preventScroll: true });
  }, [mail]);
  return (
    <section ref={section} className={styles.preview} aria-label="Preview" tabIndex={-1}>
      <FactList
        className={styles.head}
        facts={{
          To: <bdi>{mail.to}</bdi>,
          'Reply-To': <bdi>{mail.reply_to ?? 'the address of the site'}</bdi>,
          Subject: <span dir="auto">{mail.subject}</span>,
        }}
      />
      <Html html={mail.html} />
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
