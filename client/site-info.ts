import { createContext, useContext } from 'react';
import type { Site } from '#shared/schemas/site.ts';
import { type SiteInfo, siteInfoId } from '#shared/site/site-info.ts';

/** The company. There is no default: what renders must provide it. */
export const SiteInfoContext = createContext<SiteInfo | undefined>(undefined);

/** The company: name, address, apps, what its pages say (shared/schemas/site.ts). */
export function useSite(): Site {
  return useSiteInfo().site;
}

/** The canonical origin without a trailing slash, for absolute URLs in metadata. */
export function useOrigin(): string {
  return useSiteInfo().origin;
}

/** Company and origin, for structured data. */
export function useSiteInfo(): SiteInfo {
  const info = useContext(SiteInfoContext);
  if (!info) throw new Error('Nobody has said who the company is.');
  return info;
}

/** Reads it from the document; every document of the server contains it. */
export function readSiteInfo(page: Document): SiteInfo {
  const text = page.getElementById(siteInfoId)?.textContent;
  if (!text) throw new Error(`The document has no #${siteInfoId}.`);
  return JSON.parse(text) as SiteInfo;
}
