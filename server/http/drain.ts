import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../config.ts';
import { type Connections, followConnections, type Patience, usualPatience } from './connections.ts';
import type { Health } from './health.ts';

/** Milliseconds that running requests get while we still listen, so that /readyz can say 503. */
const finishMs = 5_000;

/** Milliseconds that the last connections get after we stopped to listen. */
const lastMs = 3_000;

const followed = new WeakMap<Server, Connections>();

/**
 * Listens and gives the address with the real port. The server is one that `patience` made (`serverOptions`). Throws ConfigError, naming PORT or HOST, when the address cannot
 * be had.
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
  patience: Patience = usualPatience,
): Promise<URL> {
  followed.set(server, followConnections(server, patience));
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(new ConfigError([problemOf(error, host, port)]));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.removeListener('error', fail);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${address.port}`);
}

/**
 * Graceful stop, in at most 8 s. First not ready, but still listening, so that a load balancer sees it and sends nothing
 * more while running requests end (5 s); then deaf, with 3 s for the last answers; then everything is cut. Immediate
 * when nothing runs.
 */
export async function drain(server: Server, health: Health): Promise<void> {
  health.startDraining();
  const connections = followed.get(server);
  if (!connections) throw new Error('drain: this server was not started by listen');
  connections.closeAfterAnswers();
  connections.closeIdle();
  await within(finishMs, connections.quiet());
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.closeIdle();
  if (await within(lastMs, closed)) return;
  connections.destroyAll();
  await closed;
}

/** True when `done` comes within so many milliseconds. */
async function within(ms: number, done: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const inTime = await Promise.race([done.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}

function problemOf(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `  PORT: ${port} on ${host} is taken by another program; choose another, or 0 for any free one`;
  }
  if (error.code === 'EACCES') return `  PORT: ${port} may not be used by this user; choose one above 1023`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `  HOST: ${host} is not an address of this machine`;
  }
  return `  PORT, HOST: cannot listen on ${host}:${port} (${error.message})`;
}
