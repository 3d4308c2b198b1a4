import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Sends requests to its targets in turn, without a retry: the visitor gets the result of the one attempt. */
export interface UnforgivingBalancer {
  readonly url: string;
  /** Number of requests to each target. */
  readonly chosen: ReadonlyMap<string, number>;
  /** Resolves when this target is found ready after it was not. */
  whenReady(target: string): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between two readiness checks of a target. */
const lookEveryMs = 50;

/**
 * Starts the balancer on a free port. It reuses connections, as proxies do, and avoids a target only because of its
 * answer to `/readyz?self=1`.
 */
export async function startUnforgivingBalancer(targets: readonly string[]): Promise<UnforgivingBalancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(targets);
  const waiting = new Map<string, () => void>();
  const chosen = new Map<string, number>();
  let turn = 0;

  const server = createServer((req, res) => {
    turn += 1;
    const target = [...ready][turn % ready.size];
    if (!target) {
      res.writeHead(503).end('No target is ready.');
      return;
    }
    chosen.set(target, (chosen.get(target) ?? 0) + 1);
    forward(req, res, target, agent).catch((error: Error) => {
      if (res.headersSent) res.destroy();
      else res.writeHead(502).end(`${target}: ${error.message}`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  let isClosed = false;
  const look = async (target: string) => {
    while (!isClosed) {
      const answer = await fetch(`${target}/readyz?self=1`).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => {});
      if (answer?.ok) {
        ready.add(target);
        waiting.get(target)?.();
        waiting.delete(target);
      } else ready.delete(target);
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  };
  const looks = targets.map(look);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chosen,
    whenReady: (target) =>
      ready.has(target) ? Promise.resolve() : new Promise((resolve) => waiting.set(target, resolve)),
    async close() {
      isClosed = true;
      await Promise.all(looks);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

async function forward(
  req: IncomingMessage,
  res: ServerResponse,
  target: string,
  agent: Agent,
): Promise<void> {
  const { hostname, port } = new URL(target);
  const headers = req.rawHeaders.filter(
    (_, at, raw) => !/^(connection|keep-alive)$/i.test(raw[at - (at % 2)] ?? ''),
  );
  const outgoing = request({ hostname, port, method: req.method, path: req.url, headers, agent });
  const sent = pipeline(req, outgoing);
  const [answer] = (await Promise.race([
    once(outgoing, 'response'),
    sent.then(() => once(outgoing, 'response')),
  ])) as [IncomingMessage];
  res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
  await pipeline(answer, res);
}
