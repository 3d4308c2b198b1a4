import { createServer } from 'node:http';
import type { Histogram, Registry } from 'prom-client';
import { ConfigError } from '../config.ts';

/** Metrics are of the process, so there is one set of them however many listeners show it. */
let registry: Registry | undefined;
let durations: Histogram<'method' | 'row' | 'status'> | undefined;
let listeners = 0;

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Counts one request; `seconds` from its first pass to its end. Costs nothing while no metrics listener runs. Labels
 * have few values whatever callers send: an unknown method is OTHER, a request without row is `none`.
 */
export function observeRequest(
  method: string,
  row: string | undefined,
  status: number,
  seconds: number,
): void {
  if (listeners === 0) return;
  durations?.observe(
    {
      method: methods.has(method) ? method : 'OTHER',
      row: row ?? 'none',
      status: `${Math.floor(status / 100)}xx`,
    },
    seconds,
  );
}

/**
 * Serves Prometheus metrics on a loopback port of their own when METRICS_PORT is set (0 = any free port); gives the
 * closer. Loopback only: the numbers tell an attacker which calls are slow. Throws ConfigError when the port is taken.
 */
export async function startMetrics(port: number | undefined): Promise<() => Promise<void>> {
  if (port === undefined) return async () => {};
  const shown = await openRegistry();
  const server = createServer(async (req, res) => {
    const path = req.url?.split('?', 1)[0];
    if ((req.method !== 'GET' && req.method !== 'HEAD') || path !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    const text = await shown.metrics();
    res.writeHead(200, { 'Content-Type': shown.contentType, 'Cache-Control': 'no-store' }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ConfigError([`  METRICS_PORT: cannot listen on 127.0.0.1:${port} (${error.message})`])),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  listeners += 1;
  return async () => {
    listeners -= 1;
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}

async function openRegistry(): Promise<Registry> {
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client');
  if (registry) return registry;
  registry = new Registry();
  collectDefaultMetrics({ register: registry });
  durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first pass of a request to the end of its response',
    labelNames: ['method', 'row', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return registry;
}
