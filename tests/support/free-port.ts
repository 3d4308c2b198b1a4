import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Returns a free loopback port, for a setting that does not report which port was chosen. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Lets a server of this process listen on a free loopback port; returns its address. */
export async function listening(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
