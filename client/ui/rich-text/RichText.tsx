import { createContext, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import lists from './lists.module.css';
import styles from './RichText.module.css';
import { embedOf, embedSelector, readableHtml } from './readable-html.ts';

interface RichTextProps {
  /** HTML that the BFF has sanitised by html-policy (server/rich-text/README.md). */
  html: string;
  className?: string | undefined;
}

/** While the server renders: stores the rich texts of a page, so that the page's state need not repeat them. */
export interface RichTextSink {
  /**
   * Stores a text. Returns the number by which the browser finds it in the document; undefined for a text that is
   * short enough to repeat.
   */
  keep(html: string): number | undefined;
}

export const RichTextSinkContext = createContext<RichTextSink | undefined>(undefined);

/** The attribute with that number, on the element below. */
export const richTextAttribute = 'data-rich-text';

/**
 * Rich text as its author wrote it. Texts with their own colours are shown on light paper in the dark theme too: the
 * author chose those colours on white, and they may be unreadable on black.
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
      data-rich-text={number}
      // The number is only in the server's markup.
      suppressHydrationWarning
      // Safe only here: the BFF's sanitiser cleans every public read, even if the engine stored unsafe HTML.
      dangerouslySetInnerHTML={{ __html: readable }}
    />
  );
}

/**
 * Returns the markup to show. A text that is read again may be serialised differently from the browser's markup:
 * equal markup is left unchanged, so that a playing video continues.
 */
function useReadable(html: string): string {
  const [shown, show] = useState(html);
  const stays = useMemo(() => shown === html || isSameMarkup(shown, html), [shown, html]);
  if (!stays) show(html);
  const current = stays ? shown : html;
  return useMemo(() => readableHtml(current, styles), [current]);
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

/** Elements that the style sheet of rich text scrolls sideways. */
const scrollers = 'pre, .ql-code-block-container, table';

/**
 * Parts of a text that are wider than their place, such as code on a phone, scroll sideways: these parts, and no
 * others, can take the focus, so that arrow keys reach the same content as a finger (WCAG 2.1.1). Checks again when
 * the size of the place changes.
 */
function useReachableScrollers(text: RefObject<HTMLElement | null>, html: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other parts
  useEffect(() => {
    const parts = [...(text.current?.querySelectorAll<HTMLElement>(scrollers) ?? [])];
    if (parts.length === 0 || typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
        else target.removeAttribute('tabindex');
      }
    });
    for (const part of parts) watch.observe(part);
    return () => watch.disconnect();
  }, [text, html]);
}

/**
 * Players need scripts, their own origin for what they store, full screen, and windows for links to their own pages;
 * they get no other access to the page.
 */
const sandbox =
  'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox';

/**
 * A press on the place of a video inserts its player; only then is anything fetched from the provider. Without
 * scripts the place is a link to the video, and it stays a link for opening in another tab.
 */
function useEmbeds(text: RefObject<HTMLElement | null>, html: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other videos
  useEffect(() => {
    const root = text.current;
    const links = [...(root?.querySelectorAll<HTMLAnchorElement>(embedSelector) ?? [])];
    if (!root || links.length === 0) return;
    // The link now acts in place, so it gets the role of a button.
    for (const link of links) link.setAttribute('role', 'button');
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest(embedSelector);
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const player = playerFor(link);
      if (!player) return;
      event.preventDefault();
      link.replaceWith(player);
      player.focus({ preventScroll: true });
    };
    // The space bar presses buttons too.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== ' ') return;
      const link = (event.target as Element).closest<HTMLAnchorElement>(embedSelector);
      if (!link) return;
      event.preventDefault();
      link.click();
    };
    root.addEventListener('click', onClick);
    root.addEventListener('keydown', onKeyDown);
    return () => {
      root.removeEventListener('click', onClick);
      root.removeEventListener('keydown', onKeyDown);
    };
  }, [text, html]);
}

function playerFor(link: Element): HTMLIFrameElement | undefined {
  const embed = embedOf(link);
  if (!embed) return undefined;
  const frame = document.createElement('iframe');
  frame.className = styles.player ?? '';
  frame.title = embed.title === 'Video' ? `Video on ${embed.provider}` : embed.title;
  frame.allow = 'autoplay; picture-in-picture; encrypted-media';
  frame.allowFullscreen = true;
  // YouTube refuses to play (error 153) for a page that sends no referrer at all.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.setAttribute('sandbox', sandbox);
  frame.tabIndex = 0;
  frame.src = embed.player;
  return frame;
}
