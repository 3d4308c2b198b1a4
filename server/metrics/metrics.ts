import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { ReadHost } from '../bff/reads/host-reads.ts';
import type { Upstream } from '../bff/upstream/upstream.ts';
import { ConfigError } from '../config.ts';
import type { LogRequest } from '../http/request-log.ts';
import type { Sources } from './sources.ts';

/** Counts events and exposes them to Prometheus (docs/operations.md lists the metrics). */
export interface Metrics {
  /** Counts a request that has ended. */
  readonly observe: LogRequest;
  /** Returns an upstream that also counts the answers and failures of this one. */
  watchHost(upstream: Upstream): Upstream;
  /** Returns a function that reads the host as `readHost` does, and counts failures during the reading of a body. */
  watchReads(readHost: ReadHost): ReadHost;
  /**
   * Serves the metrics on their own port of the loopback interface (0: any free port), and returns the port with a
   * function that closes it. The port is not reachable from outside, because the numbers would show an attacker which
   * calls are slow. Rejects with ConfigError if the port is in use.
   */
  listen(port: number, sources: Sources, log: Logger): Promise<Shown>;
}

/** The server that serves the metrics. */
interface Shown {
  port: number;
  close(): Promise<void>;
}

/**
 * Opens the metrics. Undefined without METRICS_PORT; then nothing is counted, and the metrics library is not loaded.
 */
export async function openMetrics(
  port: number | undefined,
  places: { mediaPaths: readonly string[]; isFile: (path: string) => boolean },
): Promise<Metrics | undefined> {
  if (port === undefined) return undefined;
  const { Registry, collectDefaultMetrics } = await import('prom-client');
  const [{ countRequests }, { countHost }, { createGauges }] = await Promise.all([
    import('./requests.ts'),
    import('./host.ts'),
    import('./gauges.ts'),
  ]);
  const registry = new Registry();
  const host = await countHost(registry, places.mediaPaths);
  const gauges = createGauges(registry);
  processRegistry ??= openProcessRegistry(Registry, collectDefaultMetrics);

  return {
    observe: await countRequests(registry, { ...places, onHostTimeout: host.timedOut }),
    watchHost: host.watch,
    watchReads: host.watchReads,
    listen: (at, sources, log) =>
      listenOn(at, async () => {
        await gauges.read(sources, log);
        return `${await registry.metrics()}\n${await (processRegistry as typeof registry).metrics()}`;
      }),
  };
}

/**
 * Registry of Node's own metrics. They describe the whole process, so they are set up once, however many products run
 * in the process.
 */
let processRegistry: import('prom-client').Registry | undefined;

function openProcessRegistry(
  Registry: typeof import('prom-client').Registry,
  collect: typeof import('prom-client').collectDefaultMetrics,
): import('prom-client').Registry {
  const registry = new Registry();
  collect({ register: registry });
  return registry;
}

async function listenOn(port: number, show: () => Promise<string>): Promise<Shown> {
  const server = createServer(async (req, res) => {
    const path = req.url?.split('?', 1)[0];
    if ((req.method !== 'GET' && req.method !== 'HEAD') || path !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    const text = await show();
    res
      .writeHead(200, {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
        'Cache-Control': 'no-store',
      })
      .end(text);
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
