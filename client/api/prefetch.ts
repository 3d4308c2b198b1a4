import type { QueryClient } from '@tanstack/react-query';

/** The address of a page, as the router has matched it. */
export interface PageAddress {
  url: URL;
  /** Decoded. */
  params: Readonly<Record<string, string | undefined>>;
}

/**
 * Asks for everything that a page shows. The server waits for it and then renders; in the browser nobody waits, the page has
 * places where its content will stand. Never rejects: what failed is in the query, and the page tells.
 */
export type Prefetch = (client: QueryClient, page: PageAddress) => Promise<unknown>;
