import { createContext, useContext } from 'react';

/** Receives the HTTP status of the page that the server renders. In a browser it has no effect. */
export interface StatusSink {
  status?: number;
  /** Path, with its query, to which the server should redirect permanently. */
  movedTo?: string;
}

export const PageStatusSink = createContext<StatusSink>({});

/**
 * Sets the status of the page: 404 for an unknown URL, 410 for removed content, 503 if the page cannot be shown right
 * now.
 */
export function PageStatus({ code }: { code: 404 | 410 | 503 }) {
  useContext(PageStatusSink).status = code;
  return code === 503 ? null : <meta name="robots" content="noindex" />;
}
