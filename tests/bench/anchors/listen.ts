import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves on a free port of loopback and prints the line that the bench waits for. */
export function serve(answer: RequestListener): void {
  const server = createServer(answer).listen(0, '127.0.0.1', () => {
    console.log(`The site is at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  // Contenders wait for their turns longer than Node keeps an idle connection, and a request on a connection that is
  // just closing fails.
  server.keepAliveTimeout = 600_000;
}
