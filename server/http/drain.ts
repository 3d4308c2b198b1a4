import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Health } from './health.ts';

/** Listens and gives the address with the real port. Rejects when the port is taken. */
export async function listen(server: Server, host: string, port: number): Promise<URL> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${address.port}`);
}

/** Graceful stop. */
export async function drain(server: Server, health: Health): Promise<void> {
  health.startDraining();
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
