import type { RequestHandler } from 'express';
import { isLoopback } from '../config.ts';
import type { LiveCompany } from './live-company.ts';

/**
 * Returns a function that is true while search engines must not index the site: it shows the invented company at a
 * public address (PUBLIC_URL). The first save of a company ends this.
 */
export function hidesSample(address: URL | undefined, company: Pick<LiveCompany, 'now'>): () => boolean {
  const isPublic = address !== undefined && !isLocal(address.hostname);
  return () => isPublic && company.now().isSample;
}

/** True for addresses that no search engine can reach. Names in `.localhost` are those of this machine (RFC 6761 §6.3). */
function isLocal(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

/** Tells search engines not to index any answer while `isHidden` returns true. */
export function hideSample(isHidden: () => boolean): RequestHandler {
  return (_req, res, next) => {
    // Pages by link say more than this already.
    if (isHidden() && !res.hasHeader('X-Robots-Tag')) res.setHeader('X-Robots-Tag', 'noindex');
    next();
  };
}
