import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long a stop waits for answers that are under way, in milliseconds. */
const closeMs = 5_000;
/** For the headers of a request, looked at every few seconds: whoever else is on this machine cannot hold connections for nothing. */
const headersMs = 20_000;
const checkMs = 5_000;
/** Longer than any client of ours keeps an idle connection, so that none is closed under its next request. */
const keepAliveMs = 65_000;

export interface Listener {
  url: URL;
  /** Takes no more connections, lets answers end, then cuts what is left. */
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1: the engine is never reachable from another machine. */
export async function listenOnLoopback(handler: RequestListener): Promise<Listener> {
  const server = createServer(
    { keepAliveTimeout: keepAliveMs, headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    handler,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), closeMs);
      await closed;
      clearTimeout(cut);
    },
  };
}
