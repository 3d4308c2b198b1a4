import { createContext, useContext } from 'react';

/** Where a page leaves the HTTP status that the server should answer with; nobody listens in a browser. */
export interface StatusSink {
  status?: number;
  /** The path, with its query, of the page that the answer should lead to for good. */
  movedTo?: string;
}

export const PageStatusSink = createContext<StatusSink>({});

/** The status of the page: 404 where there is nothing, 410 where something was, 503 when it cannot be shown right now. */
export function PageStatus({ code }: { code: 404 | 410 | 503 }) {
  useContext(PageStatusSink).status = code;
  return code === 503 ? null : <meta name="robots" content="noindex" />;
}
