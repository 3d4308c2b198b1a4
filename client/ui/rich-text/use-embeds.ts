import { type RefObject, useEffect } from 'react';
import styles from './RichText.module.css';
import { embedOf, embedSelector } from './readable-html.ts';

/**
 * Players need scripts, their own origin for what they store, full screen, and windows for links to their own pages; nothing
 * else of the page around is theirs.
 */
const sandbox =
  'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox';

/**
 * A press on the place of a video puts its player there, and only then is anything fetched from the provider. Without scripts the
 * place is a link to the video; so it stays for whoever opens it in another tab.
 */
export function useEmbeds(text: RefObject<HTMLElement | null>, html: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other videos
  useEffect(() => {
    const root = text.current;
    const links = [...(root?.querySelectorAll<HTMLAnchorElement>(embedSelector) ?? [])];
    if (!root || links.length === 0) return;
    // It acts in place now, and says so.
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
    // Buttons are pressed with the space bar too.
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
