import type { Response } from 'express';
import { contract } from '#shared/contract/index.ts';
import type { PublicReads, RenderedPage } from '#shared/page-bundle.ts';
import type { LiveInfo, SiteInfo } from '#shared/site/site-info.ts';
import { disconnectSignal } from '../bff/upstream/exchange.ts';
import { AppError } from '../errors.ts';
import { requestIdOf } from '../http/requests.ts';
import type { LoadedCompany } from '../site/load-site.ts';
import type { Pages } from './document.ts';
import { ownTextRead } from './shared-pages.ts';

/**
 * Returns a function that renders a public page with a company that is not saved, for the owner who edits it. The page
 * has no scripts, and nothing on it can be pressed. It shows what visitors can read.
 */
export function sitePreview(pages: Pages | undefined, info: LiveInfo) {
  return async (path: string, company: LoadedCompany, res: Response) => {
    if (!pages) throw new AppError('answer.busy', 503);
    // Patterns are files in the colours of the saved company, so the page draws its own.
    const { patterns: _files, ...others } = info();
    const drafted: SiteInfo = { ...others, site: company.site };
    const signal = disconnectSignal(res);
    const { reads: visitors } = pages.openReads.forEverybody({
      requestId: requestIdOf(res),
      ms: pages.readsMs,
      signal,
    });
    const reads: PublicReads = async (asked, end) =>
      asked.startsWith(contract.sitePage.path)
        ? await ownTextRead(company, asked, { withDrafts: true })
        : await visitors(asked, end);
    const page = await renderInert(pages, path, { reads, signal, info: drafted });
    if (!page) throw new AppError('answer.busy', 503, { retryAfter: 2 });
    return pages.makeHtmlFor({ ...page, html: `<div inert>${page.html}</div>` }, drafted);
  };
}

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
