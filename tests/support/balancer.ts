import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Interval between two readiness checks of a target, in milliseconds. */
const lookEveryMs = 100;

/**
 * Starts a balancer on a free port, which sends requests to its targets in turn. Like nginx and Caddy it polls `/readyz?self=1` of each target. It goes on to the
 * next target when it cannot connect, or when a GET or HEAD fails before an answer arrives. A POST that was sent is
 * never sent twice.
 */
export async function startBalancer() {
  let all: { target: string; isReady: boolean }[] = [];
  let turn = 0;
  const server = createServer(async (req, res) => {
    const start = turn;
    turn += 1;
    const ready = all.filter((each) => each.isReady);
    for (let at = 0; at < ready.length; at += 1) {
      const each = ready[(start + at) % ready.length];
      if (!each) break;
      const outcome = await forward(req, res, each.target);
      if (outcome === 'answered') return;
      each.isReady = false;
      if (outcome === 'perhaps done') break;
    }
    if (res.headersSent) res.destroy();
    else res.writeHead(ready.length > 0 ? 502 : 503, { 'Retry-After': '1' }).end();
    req.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const look = setInterval(async () => {
    await Promise.all(
      all.map(async (each) => {
        const answer = await fetch(`${each.target}/readyz?self=1`).catch(() => undefined);
        await answer?.arrayBuffer().catch(() => {});
        each.isReady = answer?.ok === true;
      }),
    );
  }, lookEveryMs).unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the addresses of the targets; each counts as ready until its first check. */
    use(targets: readonly string[]): void {
      all = targets.map((target) => ({ target, isReady: true }));
    },
    async close() {
      clearInterval(look);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Outcome = 'answered' | 'not reached' | 'not answered' | 'perhaps done';

/** Sends one request to one target, on a new connection: if the connection fails, nothing was sent. */
async function forward(req: IncomingMessage, res: ServerResponse, target: string): Promise<Outcome> {
  const { hostname, port } = new URL(target);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  try {
    await once(socket, 'connect');
  } catch {
    return 'not reached';
  }
  const isSafe = req.method === 'GET' || req.method === 'HEAD';
  try {
    const answer = await exchange(req, socket);
    res.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    // A client that leaves or is cut off needs no handling.
    await pipeline(answer, res).catch(() => {});
    return 'answered';
  } catch {
    return isSafe ? 'not answered' : 'perhaps done';
  } finally {
    socket.destroy();
  }
}

/** Sends the request with its body; resolves with the head of the answer. */
function exchange(req: IncomingMessage, socket: Socket): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = req.rawHeaders.filter((_, at, raw) => !isOfHop(raw[at - (at % 2)] ?? ''));
    // The client may act as a proxy itself: a test has no other way to send requests from many addresses.
    if (!req.headers['x-forwarded-for']) headers.push('X-Forwarded-For', '127.0.0.1');
    const outgoing = request({
      method: req.method,
      path: req.url,
      headers: [...headers, 'Connection', 'keep-alive'],
      createConnection: () => socket,
    });
    outgoing.on('response', resolve).on('error', reject);
    socket.once('close', () => reject(new Error('The target has closed the connection.')));
    // The answer may arrive before the body is read; the rest of the body is then not read.
    void pipeline(req, outgoing).catch(() => {});
  });
}

function isOfHop(name: string): boolean {
  return /^(connection|keep-alive)$/i.test(name);
}
