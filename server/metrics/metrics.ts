import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { ConfigError } from '../config.ts';
import type { Sources } from './meters.ts';

/** Counts events and exposes them to Prometheus (docs/operations.md lists the metrics). */
export type Metrics = NonNullable<Awaited<ReturnType<typeof openMetrics>>>;

/**
 * Node's own metrics. They describe the whole process, so they are collected once, however many products run in the
 * process.
 */
let ofProcess: import('prom-client').Registry | undefined;

/**
 * Opens the metrics. Undefined without METRICS_PORT; then nothing is counted, and the metrics library is not loaded.
 */
export async function openMetrics(
  port: number | undefined,
  places: { mediaPaths: readonly string[]; files: ReadonlyMap<string, unknown> },
) {
  if (port === undefined) return undefined;
  const { Registry, collectDefaultMetrics } = await import('prom-client');
  const { countHost, countRequests, registerGauges } = await import('./meters.ts');
  const registry = new Registry();
  const host = countHost(registry, places.mediaPaths);
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  const all = [registry, ofProcess];

  return {
    /** Counts a request that has ended. */
    observe: countRequests(registry, { ...places, onHostTimeout: host.timedOut }),
    /** Returns an upstream that also counts the answers and failures of this one. */
    watchHost: host.watch,
    /**
     * Serves the metrics on their own port of the loopback interface, because the numbers would show an attacker which
     * calls are slow. Rejects with ConfigError if the port is in use.
     */
    async listen(sources: Sources, log: Logger) {
      registerGauges(registry, sources, log);
      return listenOn(port, async () => (await Promise.all(all.map((each) => each.metrics()))).join('\n'));
    },
  };
}

async function listenOn(port: number, show: () => Promise<string>) {
  const server = createServer(async (req, res) => {
    const path = req.url?.split('?', 1)[0];
    if ((req.method !== 'GET' && req.method !== 'HEAD') || path !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    const type = 'text/plain; version=0.0.4; charset=utf-8';
    res.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(await show());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ConfigError([`  METRICS_PORT: cannot listen on 127.0.0.1:${port} (${error.message})`])),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
