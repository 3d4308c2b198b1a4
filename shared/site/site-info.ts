import type { Site } from '../schemas/site.ts';

/** What every document brings along for its scripts. */
export interface SiteInfo {
  site: Site;
  /** The canonical origin (PUBLIC_URL), without a slash at its end. */
  origin: string;
  /** The folder of drawn patterns, with a slash at its end (server/site/patterns.ts); without one they are drawn in the page. */
  patterns?: string;
  /** Paths below which pictures are served in several sizes (UPSTREAM_MEDIA_PATHS). */
  media?: readonly string[];
  /** No mail confirms an application: the built-in engine takes it, and no mail server is set. */
  noMail?: true;
  /** A few blurred pixels of a picture as a data: address, where they are known. Only while the server renders. */
  placeholderOf?: (path: string) => string | undefined;
}

/** The id of the script element that holds it, as JSON. */
export const siteInfoId = 'site';
