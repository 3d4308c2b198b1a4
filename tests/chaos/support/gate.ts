import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How an API host fails: it refuses connections; accepts them and stays silent; answers 503; carries a call out and
 * cuts the connection instead of answering; answers 429 with Retry-After. `slow` answers after a second.
 */
export type Mode = 'open' | 'refused' | 'silent' | '503' | 'cut' | '429' | 'slow';

/** A proxy between the product and its API host that simulates failures of the network and the host. */
export interface Gate {
  readonly url: string;
  /** Address to which calls go while the gate is open; may change after a restart of the host. */
  target: string;
  /** Number of calls in each mode. */
  readonly calls: Map<Mode, number>;
  set(mode: Mode): Promise<void>;
  close(): Promise<void>;
}

/** Opens a gate. `added` are header fields that are added to every call. */
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
      // Reads the request to the end, as a balancer in front of a host does: the client has to receive the answer,
      // not a broken pipe.
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

/** Forwards a call, and returns its answer. With `cut` the host carries the call out, but the answer is dropped. */
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
  // If the sender is killed in the middle of a body, the gate also leaves the host, as without a gate.
  req.once('close', () => {
    if (!req.complete) onward.destroy();
  });
  req.pipe(onward);
}
