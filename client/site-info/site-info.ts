import { createContext, useContext } from 'react';
import type { Site } from '#shared/schemas/site.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { type SiteInfo, siteInfoId } from '#shared/site/site-info.ts';

const sampleInfo: SiteInfo = { site: sampleSite, origin: 'http://localhost:3000' };

/** Who the company is, for everything inside; the sample where nobody says. */
export const SiteInfoContext = createContext(sampleInfo);

/** The company: name, address, apps (shared/schemas/site.ts). */
export function useSite(): Site {
  return useContext(SiteInfoContext).site;
}

/** The canonical origin, without a slash at its end: what addresses for machines begin with. */
export function useOrigin(): string {
  return useContext(SiteInfoContext).origin;
}

/** Both: what markup for machines is made of. */
export function useSiteInfo(): SiteInfo {
  return useContext(SiteInfoContext);
}

/** What the document has brought along; the sample in one that the server did not make, as in development. */
export function readSiteInfo(page: Document): SiteInfo {
  const text = page.getElementById(siteInfoId)?.textContent;
  return text ? (JSON.parse(text) as SiteInfo) : sampleInfo;
}
