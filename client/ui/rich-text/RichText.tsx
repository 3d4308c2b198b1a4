import { createContext, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { frame } from '#shared/words/en/frame.ts';
import type { Words } from '#shared/words/words.ts';
import { useWords } from '../../words.ts';
import { classNames } from '../class-names.ts';
import { follow } from '../follow.ts';
import lists from './lists.module.css';
import styles from './RichText.module.css';
import { embedOf, embedSelector, readableHtml } from './readable-html.ts';

interface RichTextProps {
  /** HTML that the BFF has sanitised by html-policy (server/rich-text/README.md). */
  html: string;
  className?: string;
}

/**
 * Used while the server renders: collects the rich texts of a page. The browser then reads them from the markup, so
 * the data that is sent for hydration need not repeat them.
 */
export interface RichTextSink {
  /**
   * Stores a text. Returns the number by which the browser finds the text in the document; undefined for a text that
   * is so short that the data for hydration contains it too.
   */
  keep(html: string): number | undefined;
}

export const RichTextSinkContext = createContext<RichTextSink | undefined>(undefined);

/** Attribute for the number that `RichTextSink.keep` returned. It is set on the element that shows the text. */
export const richTextAttribute = 'data-rich-text';

/**
 * Rich text as its author wrote it. A text with its own colours is shown on a light background in both themes,
 * because the author chose the colours on white, and they may be unreadable on black.
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
      // Only the server's markup has the number in `data-rich-text`, so this attribute differs in the browser.
      suppressHydrationWarning
      // Safe, because `html` is sanitised by the BFF in every public read, even if the engine stored unsafe HTML.
      dangerouslySetInnerHTML={{ __html: readable }}
    />
  );
}

/**
 * Returns the markup to show. A text that is fetched again may have other markup for the same content. The markup on
 * the screen is then not replaced, so that a playing video continues.
 */
function useReadable(html: string) {
  const words = useWords(frame);
  const [shown, show] = useState(html);
  const stays = useMemo(() => shown === html || isSameMarkup(shown, html), [shown, html]);
  if (!stays) show(html);
  const current = stays ? shown : html;
  return useMemo(() => readableHtml(current, styles, words), [current, words]);
}

function isSameMarkup(one: string, other: string) {
  if (typeof document === 'undefined') return false;
  const parsed = (html: string) => {
    const template = document.createElement('template');
    template.innerHTML = html;
    return template.innerHTML;
  };
  return parsed(one) === parsed(other);
}

/** Selector of elements that scroll sideways by the style sheet of rich text. */
const scrollers = 'pre, .ql-code-block-container, table';

/**
 * Makes the parts of a text that scroll sideways focusable, so that arrow keys reach the same content as a finger
 * (WCAG 2.1.1). Only parts that are wider than the text's element, such as code on a phone, become focusable. They
 * are checked again when the size of the element changes.
 */
function useReachableScrollers(text: RefObject<HTMLElement | null>, html: string) {
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
 * Permissions of a video's player: scripts, its own origin for stored data, showing the video on another screen, and
 * new windows for links to the provider's pages. The player has no access to this page.
 */
const sandbox =
  'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox';

/**
 * Inserts a video's player when its link is pressed. Only then is something fetched from the provider. Without
 * scripts, the link leads to the video; it can also be opened in another tab.
 */
function useEmbeds(text: RefObject<HTMLElement | null>, html: string) {
  const words = useWords(frame);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other videos
  useEffect(() => {
    const root = text.current;
    const links = [...(root?.querySelectorAll<HTMLAnchorElement>(embedSelector) ?? [])];
    if (!root || links.length === 0) return;
    // The link now acts on this page, so it gets the role of a button.
    for (const link of links) link.setAttribute('role', 'button');
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest(embedSelector);
      const player = link && playerFor(link, words);
      if (!player) return;
      follow(event, () => {
        link.replaceWith(player);
        player.focus({ preventScroll: true });
      });
    };
    // The space bar must work too, as it does for buttons.
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
  }, [text, html, words]);
}

function playerFor(link: Element, words: Words<typeof frame>) {
  const embed = embedOf(link);
  if (!embed) return undefined;
  const frame = document.createElement('iframe');
  frame.className = styles.player ?? '';
  frame.title = embed.title === 'Video' ? words('video.on', { provider: embed.provider }) : embed.title;
  frame.allow = 'autoplay; picture-in-picture; encrypted-media';
  frame.allowFullscreen = true;
  // YouTube refuses to play (error 153) for a page that sends no referrer at all.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.setAttribute('sandbox', sandbox);
  frame.tabIndex = 0;
  frame.src = embed.player;
  return frame;
}
