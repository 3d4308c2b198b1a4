import { createContext, useContext, useMemo, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import lists from './lists.module.css';
import styles from './RichText.module.css';
import { readableHtml } from './readable-html.ts';
import { useEmbeds } from './use-embeds.ts';
import { useReachableScrollers } from './use-reachable-scrollers.ts';

interface RichTextProps {
  /** HTML that the BFF has sanitised by html-policy (docs/architecture.md §5, HTML). */
  html: string;
  className?: string | undefined;
}

/** While the server renders: keeps the texts of a page, so that what it brings along need not repeat them. */
export interface RichTextSink {
  /** The number by which the browser finds the text in the document; undefined for a text that is short enough to repeat. */
  keep(html: string): number | undefined;
}

export const RichTextSinkContext = createContext<RichTextSink | undefined>(undefined);

/** The attribute that holds that number. */
export const richTextAttribute = 'data-rich-text';

/**
 * Rich text as its author wrote it. Texts with colours of their own are shown on light paper in the dark theme too:
 * their author chose those colours on white, and they may vanish on black.
 */
export function RichText({ html, className }: RichTextProps) {
  const text = useRef<HTMLDivElement>(null);
  const number = useContext(RichTextSinkContext)?.keep(html);
  const readable = useReadable(html);
  useReachableScrollers(text, readable);
  useEmbeds(text, readable);
  const coloured = /<[^>]+\sstyle="[^"]*color/i.test(html);
  return (
    <div
      ref={text}
      className={classNames(styles.text, lists.text, coloured && styles.paper, className)}
      data-theme={coloured ? 'light' : undefined}
      {...{ [richTextAttribute]: number }}
      // The number stands in the server's markup alone.
      suppressHydrationWarning
      // Safe here and only here: every public read passes the BFF's sanitiser, whatever the engine stored.
      dangerouslySetInnerHTML={{ __html: readable }}
    />
  );
}

/**
 * What stands in the page. The same text read again may be written in other signs than a browser writes it: it is left as it
 * stands then, and a video that plays in it plays on.
 */
function useReadable(html: string): string {
  const [shown, show] = useState(html);
  const stays = useMemo(() => shown === html || isSameMarkup(shown, html), [shown, html]);
  if (!stays) show(html);
  const kept = stays ? shown : html;
  return useMemo(() => readableHtml(kept, styles), [kept]);
}

function isSameMarkup(one: string, other: string): boolean {
  if (typeof document === 'undefined') return false;
  const parsed = (html: string) => {
    const template = document.createElement('template');
    template.innerHTML = html;
    return template.innerHTML;
  };
  return parsed(one) === parsed(other);
}
