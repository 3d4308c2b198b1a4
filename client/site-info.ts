import { createContext, useContext, useEffect, useState } from 'react';
import { type SiteInfo, siteInfoId, siteInfoPath } from '#shared/site/site-info.ts';

/**
 * React context with the details of the company. It has no default value, so the code that renders a page must
 * provide it.
 */
export const SiteInfoContext = createContext<SiteInfo | undefined>(undefined);

/** Returns the company: name, address, apps, texts of its pages (shared/schemas/site.ts). */
export function useSite() {
  return useSiteInfo().site;
}

/** Returns the canonical origin without a trailing slash, for absolute URLs in metadata. */
export function useOrigin() {
  return useSiteInfo().origin;
}

/** Returns the company and the origin of the site. */
export function useSiteInfo() {
  const info = useContext(SiteInfoContext);
  if (!info) throw new Error('The company’s details are not set.');
  return info;
}

/** Reads the company from the document. A page that the server has rendered has only the texts that it shows. */
export function readSiteInfo(page: Document) {
  const text = page.getElementById(siteInfoId)?.textContent;
  if (!text) throw new Error(`The document has no #${siteInfoId}.`);
  return JSON.parse(text) as SiteInfo;
}

let announced: SiteInfo | undefined;
const listeners = new Set<(info: SiteInfo) => void>();

/** Returns the company of this document, or the one that was announced last. */
export function useNewestSiteInfo(first: SiteInfo) {
  const [info, setInfo] = useState(first);
  useEffect(() => {
    if (announced) setInfo(announced);
    listeners.add(setInfo);
    return () => void listeners.delete(setInfo);
  }, []);
  return info;
}

/** Returns the company that was announced last, outside of React; `first` if none was. */
export function newestSiteInfo(first: SiteInfo) {
  return announced ?? first;
}

/** Loads the texts of all pages, which every page needs but the one that the server has rendered. */
export async function loadAllTexts() {
  const { default: info } = (await import(/* @vite-ignore */ siteInfoPath)) as { default: SiteInfo };
  if (!announced) announceSiteInfo(info);
}

/** Shows another company in this tab, after an owner has changed it. */
export function announceSiteInfo(info: SiteInfo) {
  announced = info;
  for (const listener of listeners) listener(info);
}
