import type { PublicReads, RenderedPage } from '#shared/page-bundle.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import type { Pages } from './load-pages.ts';

/**
 * Renders the public page at a path for a preview: without scripts, and without the parts that must not be in one.
 * These are its data for search engines, and its forms, which would really send an application for a draft. The URL of
 * a preview is secret, so video players get only the page's origin, which they need to play. Undefined if there is no
 * free slot.
 */
export async function renderInert(
  pages: Pages,
  path: string,
  options: { reads: PublicReads; signal: AbortSignal; info?: SiteInfo },
): Promise<RenderedPage | undefined> {
  const endTurn = await pages.takeSlot(options.signal);
  if (!endTurn) return undefined;
  const page = await pages.render(new URL(path, pages.origin).href, options).finally(endTurn);
  const html = page.html
    .replace(/<script type="application\/ld\+json"[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<form\b/g, '<form inert')
    .replace(/<iframe\b/g, '<iframe referrerpolicy="strict-origin"');
  return { ...page, html, state: undefined };
}
