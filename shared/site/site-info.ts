import type { Site } from '../schemas/site.ts';

/** Data that a document contains for its scripts; a rendered page only has the texts that it shows. */
export interface SiteInfo {
  site: Site;
  /** The canonical origin (PUBLIC_URL), without a trailing slash. */
  origin: string;
  /**
   * The URL folder of drawn patterns, with a trailing slash (server/pages/patterns.ts); if undefined, the page draws
   * the patterns itself.
   */
  patterns?: string;
  /** Paths below which pictures are served in several sizes (UPSTREAM_MEDIA_PATHS). */
  media?: readonly string[];
  /**
   * True if no mail is known to confirm an application: the embedded engine receives it without a mail server, or an
   * API host with a host.json does.
   */
  noMail?: true;
  /** True if an API host stores the applications, so that this product does not erase them. */
  applicationsAtHost?: true;
  /**
   * Returns a blurred placeholder of a picture as a `data:` URL, if there is one. Set only while the server renders.
   */
  placeholderOf?: (path: string) => string | undefined;
}

/** Returns the data as it is now (`LiveSite`). */
export type LiveInfo = () => SiteInfo;

/** The id of the script element that contains the site info as JSON. */
export const siteInfoId = 'site';

/** The script with the texts of all pages, for the browser that goes from a rendered page to another. */
export const siteInfoPath = '/site-info.js';
