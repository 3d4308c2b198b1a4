import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How an API host fails: it takes no connections; takes them and says nothing; answers 503; carries a call out and cuts the connection
 * in place of the answer; answers 429 with Retry-After. `slow` answers after a second.
 */
export type Mode = 'open' | 'refused' | 'silent' | '503' | 'cut' | '429' | 'slow';

/** Stands between the product and its API host, and does what a network or a host does on a bad day. */
export interface Gate {
  readonly url: string;
  /** Where calls go while it is open; may change, when the host has started again. */
  target: string;
  /** How many calls came in each mode. */
  readonly calls: Map<Mode, number>;
  set(mode: Mode): Promise<void>;
  close(): Promise<void>;
}

/** `added` are header fields that go with every call. */
export async function openGate(target: string, added: Record<string, string> = {}): Promise<Gate> {
  let mode: Mode = 'open';
  const calls = new Map<Mode, number>();
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    calls.set(mode, (calls.get(mode) ?? 0) + 1);
    req.on('error', () => {});
    res.on('error', () => {});
    if (mode === 'silent') return void req.resume();
    if (mode === '503' || mode === '429') {
      const status = Number(mode);
      // Read to the end, as a host behind a balancer does: the answer is the point, not a broken pipe.
      req.resume().once('end', () => {
        res.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' });
        res.end('{"status":0,"message":"Not now."}');
      });
      return;
    }
    const cut = mode === 'cut';
    if (mode === 'slow') setTimeout(() => pass(req, res, { target: gate.target, added, cut }), 1_000);
    else pass(req, res, { target: gate.target, added, cut });
  };
  const open = (port: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer({ keepAliveTimeout: 65_000 }, handle);
      server.on('clientError', (_error, socket) => socket.destroy());
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve(server));
    });
  const shut = async (server: Server | undefined) => {
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  let server: Server | undefined = await open(0);
  const { port } = server.address() as AddressInfo;
  const gate: Gate = {
    url: `http://127.0.0.1:${port}`,
    target,
    calls,
    async set(next) {
      mode = next;
      if (next === 'refused') {
        await shut(server);
        server = undefined;
      } else {
        server ??= await open(port);
      }
    },
    async close() {
      await shut(server);
      server = undefined;
    },
  };
  return gate;
}

/** Passes a call on, and its answer back. With `cut` the host does what it is asked, and nobody hears of it. */
function pass(
  req: IncomingMessage,
  res: ServerResponse,
  { target, added, cut }: { target: string; added: Record<string, string>; cut: boolean },
): void {
  const { hostname, port } = new URL(target);
  const onward = request(
    {
      hostname,
      port,
      method: req.method,
      path: req.url,
      headers: { ...req.headers, ...added },
      agent: false,
    },
    (answer) => {
      if (cut) {
        answer.resume().once('close', () => req.socket.destroy());
        return;
      }
      res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.on('error', () => res.destroy());
      answer.pipe(res);
    },
  );
  onward.on('error', () => req.socket.destroy());
  // A sender that was killed in the middle of a body leaves the host too, as it would without a gate.
  req.once('close', () => {
    if (!req.complete) onward.destroy();
  });
  req.pipe(onward);
}
