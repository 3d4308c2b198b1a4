import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A request as a raw host reads it. */
export interface RawRequest {
  method: string;
  path: string;
  body: Buffer;
}

/** An answer on the wire, in parts, so that a fault can break any of them. */
export interface WireAnswer {
  statusLine: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

/**
 * A fault that replaces the honest answer. A connection that it leaves open is closed by the other side, or with the
 * host.
 */
export type Fault = (socket: Socket, honest: WireAnswer, request: RawRequest) => void;

/** An API host that writes raw bytes: an HTTP server would repair the faults. */
export interface RawHost {
  url: string;
  /** Method and path of every request whose head arrived, in order. */
  seen: string[];
  /** Number of connections that are open now. */
  open(): number;
  /**
   * The fault of every further request, except OPTIONS and HEAD, which only ask what the host supports; undefined for
   * none.
   */
  fault: Fault | undefined;
  /** True if the fault does not wait for the body of the request. */
  early: boolean;
  close(): Promise<void>;
}

/** Starts a raw host; `answer` returns the honest answer to a request. */
export async function startRawHost(answer: (request: RawRequest) => WireAnswer): Promise<RawHost> {
  const sockets = new Set<Socket>();
  const host: RawHost = {
    url: '',
    seen: [],
    open: () => sockets.size,
    fault: undefined,
    early: false,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (;;) {
        const end = received.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = received.subarray(0, end).toString('latin1');
        const [method = '', path = ''] = head.split(' ', 2);
        const isAsked = method !== 'OPTIONS' && method !== 'HEAD';
        const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
        const isWhole = received.length >= end + 4 + length;
        if (!isWhole && !(host.early && host.fault && isAsked)) return;
        const body = received.subarray(end + 4, end + 4 + length);
        received = isWhole ? received.subarray(end + 4 + length) : Buffer.alloc(0);
        if (!isWhole) socket.removeAllListeners('data').resume();
        host.seen.push(`${method} ${path}`);
        const request = { method, path, body };
        if (host.fault && isAsked) host.fault(socket, answer(request), request);
        else socket.write(wire(answer(request)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return host;
}

/** Returns the answer as bytes, with a Content-Length unless the headers contain one. */
export function wire({ statusLine, headers, body }: WireAnswer): Buffer {
  return Buffer.concat([head(statusLine, [...headers, ['Content-Length', String(body.length)]]), body]);
}

/** Returns the head as bytes, with nothing added. */
export function head(statusLine: string, headers: readonly [string, string][]): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${statusLine}\r\n${lines}\r\n`, 'latin1');
}

/** Returns the body as two chunks of chunked coding, without the last chunk. */
export function chunks(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2);
  const pieces = [body.subarray(0, half), body.subarray(half)].filter((piece) => piece.length > 0);
  return Buffer.concat(
    pieces.flatMap((piece) => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, crlf]),
  );
}

const crlf = Buffer.from('\r\n');
