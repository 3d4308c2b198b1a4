import { createServer } from 'node:http';
import { defaultTimeouts, followConnections, serverOptions } from '../http/connections.ts';
import { addressOf, cutOff, listen } from '../http/drain.ts';
import type { Beginning } from './open-company.ts';

export type Port = Awaited<ReturnType<typeof openPort>>;

/**
 * Opens the HTTP server. It listens immediately only if the site's URL is not known otherwise, i.e. on a port that
 * the operating system chooses or on an inherited socket. Requests wait until `serve` sets the app.
 */
export async function openPort({ given, options }: Beginning) {
  const timeouts = { ...defaultTimeouts, keepAliveMs: given.KEEP_ALIVE_MS, ...options.timeouts };
  const server = createServer(serverOptions(timeouts));
  const { serve } = followConnections(server, timeouts);
  const listenNow = () => listen(server, given.HOST, given.PORT, timeouts, options.socket);
  const listensEarly = given.PORT === 0 || options.socket !== undefined;
  const url = listensEarly ? await listenNow() : addressOf(given.HOST, given.PORT);
  return {
    server,
    serve,
    url,
    /** The canonical origin of the site. */
    publicUrl: given.PUBLIC_URL ?? url,
    async listen(): Promise<void> {
      if (!server.listening) await listenNow();
    },
    close: () => cutOff(server),
  };
}
