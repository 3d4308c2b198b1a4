import { useRef } from 'react';
import { classNames } from '../class-names/class-names.ts';
import lists from './lists.module.css';
import styles from './RichText.module.css';
import { useReachableScrollers } from './use-reachable-scrollers.ts';

interface RichTextProps {
  /** HTML that the BFF has sanitised by html-policy (DESIGN §5, HTML). */
  html: string;
  className?: string | undefined;
}

/**
 * Rich text as its author wrote it. Texts with colours of their own are shown on light paper in the dark theme too:
 * their author chose those colours on white, and they may vanish on black.
 */
export function RichText({ html, className }: RichTextProps) {
  const text = useRef<HTMLDivElement>(null);
  useReachableScrollers(text, html);
  const coloured = /<[^>]+\sstyle="[^"]*color/i.test(html);
  return (
    <div
      ref={text}
      className={classNames(styles.text, lists.text, coloured && styles.paper, className)}
      data-theme={coloured ? 'light' : undefined}
      // Safe here and only here: every public read passes the BFF's sanitiser, whatever the engine stored.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
