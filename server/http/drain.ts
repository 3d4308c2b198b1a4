import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../config.ts';
import { withTimeout } from '../process/work.ts';
import { connectionsOf, defaultTimeouts, followConnections, type Timeouts } from './connections.ts';
import type { Health } from './health.ts';

/**
 * How long running requests may take to end while the server still listens, in milliseconds. The server still listens
 * so that /readyz can answer 503.
 */
const finishMs = 5_000;

/** How long the last answers may take after the server has stopped listening, in milliseconds. */
const lastMs = 3_000;

/** Returns the URL under which this machine itself can reach a server that listens on this host and port. */
export function addressOf(host: string, port: number) {
  const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`);
}

/**
 * Starts to listen, and returns the URL with the real port. `socket` is the descriptor of a socket that already
 * listens, and is used in place of host and port. The server must have been created with `serverOptions(timeouts)`.
 * Throws ConfigError, naming PORT or HOST, if they cannot be used.
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
  timeouts: Timeouts = defaultTimeouts,
  socket?: number,
) {
  followConnections(server, timeouts);
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new ConfigError([problemOf(error, host, port, socket)]));
    server.once('error', fail);
    server.listen(socket === undefined ? { port, host } : { fd: socket }, () => {
      server.removeListener('error', fail);
      resolve();
    });
  });
  const address = server.address() as AddressInfo | string | null;
  if (typeof address !== 'object' || address === null)
    throw new ConfigError(['  LISTEN_FDS: the inherited socket is not a TCP socket']);
  return addressOf(socket === undefined ? host : address.address, address.port);
}

/**
 * Stops a server gracefully, in at most 8 s after `delayMs`:
 * - For `delayMs` (SHUTDOWN_DELAY_MS), /readyz answers 503 while every request is still accepted, so that load
 *   balancers notice the stop.
 * - Then running requests may end (5 s), and connections are closed after their answers.
 * - Then the server accepts no new connections, and the last answers get 3 s. Connections that remain are cut off.
 * If `delayMs` is 0 and no request is running, the stop is immediate.
 */
export async function drain(server: Server, health: Health, delayMs = 0) {
  health.draining = true;
  const connections = connectionsOf(server);
  if (!connections) throw new Error('drain: this server was not started by listen');
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  connections.closeAfterAnswers();
  connections.closeIdle();
  await withTimeout(finishMs, connections.quiet()).catch(() => {});
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.closeIdle();
  await withTimeout(lastMs, closed).catch(() => server.closeAllConnections());
  await closed;
}

/** Closes a server and all its connections immediately, without waiting for answers. */
export async function cutOff(server: Server) {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

function problemOf(error: NodeJS.ErrnoException, host: string, port: number, socket?: number) {
  if (socket !== undefined) return `  LISTEN_FDS: the inherited socket cannot be used (${error.message})`;
  if (error.code === 'EADDRINUSE') {
    return `  PORT: ${port} on ${host} is already in use; choose another, or 0 for any free one`;
  }
  if (error.code === 'EACCES')
    return `  PORT: ${port} needs more permissions than this user has; choose one above 1023`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `  HOST: ${host} is not an address of this machine`;
  }
  return `  PORT, HOST: cannot listen on ${host}:${port} (${error.message})`;
}
