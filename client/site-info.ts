import { createContext, useContext } from 'react';
import type { Site } from '#shared/schemas/site.ts';
import { type SiteInfo, siteInfoId } from '#shared/site/site-info.ts';

/** The company. There is no default: the renderer must provide it. */
export const SiteInfoContext = createContext<SiteInfo | undefined>(undefined);

/** Returns the company: name, address, apps, texts of its pages (shared/schemas/site.ts). */
export function useSite(): Site {
  return useSiteInfo().site;
}

/** Returns the canonical origin without a trailing slash, for absolute URLs in metadata. */
export function useOrigin(): string {
  return useSiteInfo().origin;
}

/** Returns company and origin, for structured data. */
export function useSiteInfo(): SiteInfo {
  const info = useContext(SiteInfoContext);
  if (!info) throw new Error('The company’s details are not set.');
  return info;
}

/** Reads the site info from the document; every document of the server contains it. */
export function readSiteInfo(page: Document): SiteInfo {
  const text = page.getElementById(siteInfoId)?.textContent;
  if (!text) throw new Error(`The document has no #${siteInfoId}.`);
  return JSON.parse(text) as SiteInfo;
}
