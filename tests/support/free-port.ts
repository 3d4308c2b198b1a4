import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Returns a free loopback port, for a setting that does not report which port was chosen. */
export async function freePort() {
  const server = createServer();
  const { port } = new URL(await listening(server));
  await new Promise((resolve) => server.close(resolve));
  return Number(port);
}

/** Lets a server of this process listen on a loopback port, a free one unless given; returns its address. */
export async function listening(server: Server, port = 0) {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes a server and its connections, also those that still wait for an answer. */
export async function closeServer(server: HttpServer) {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
