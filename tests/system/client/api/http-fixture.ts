import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

/** A request as the server received it. */
interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Answer = (seen: Seen, res: ServerResponse) => void;

/**
 * A real HTTP server for `fetch`, which accepts paths of its own origin as in the browser. `answer` may be replaced
 * between calls.
 */
export async function startApi(answer: Answer) {
  const seen: Seen[] = [];
  const api = { seen, answer };
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req.setEncoding('utf8')) body += chunk;
    const one = { method: req.method ?? '', url: req.url ?? '', headers: req.headers, body };
    seen.push(one);
    api.answer(one, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  const inits: RequestInit[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    inits.push(init);
    return realFetch(new URL(path, origin), init);
  });
  return Object.assign(api, {
    inits,
    close: () => {
      vi.unstubAllGlobals();
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

export function json(status: number, body: unknown): Answer {
  return (_seen, res) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}
