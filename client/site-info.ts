import { createContext, useContext } from 'react';
import type { Site } from '#shared/schemas/site.ts';
import { type SiteInfo, siteInfoId } from '#shared/site/site-info.ts';

/** Who the company is, for everything inside. There is no company that would do where nobody says. */
export const SiteInfoContext = createContext<SiteInfo | undefined>(undefined);

/** The company: name, address, apps, what its pages say (shared/schemas/site.ts). */
export function useSite(): Site {
  return useSiteInfo().site;
}

/** The canonical origin, without a slash at its end: what addresses for machines begin with. */
export function useOrigin(): string {
  return useSiteInfo().origin;
}

/** Both: what markup for machines is made of. */
export function useSiteInfo(): SiteInfo {
  const info = useContext(SiteInfoContext);
  if (!info) throw new Error('Nobody has said who the company is.');
  return info;
}

/** What the document has brought along; every document that the server makes does. */
export function readSiteInfo(page: Document): SiteInfo {
  const text = page.getElementById(siteInfoId)?.textContent;
  if (!text) throw new Error(`The document has no #${siteInfoId}.`);
  return JSON.parse(text) as SiteInfo;
}
