import { connect, type Socket } from 'node:net';

/** One answer as received over the wire. */
export interface RawAnswer {
  status: number;
  /** Headers by lower-case name; repeated headers are joined by ", ". */
  headers: Record<string, string>;
  body: string;
  /** All bytes received, including further answers. */
  text: string;
}

/** A connection on which a test writes arbitrary bytes: HTTP clients would correct what an attack depends on. */
export interface RawConnection {
  socket: Socket;
  send(bytes: string | Buffer): void;
  /** Resolves with the first answer when its Content-Length is reached or the server has closed the connection. */
  answer(): Promise<RawAnswer>;
  /** Resolves with all received text when the server has closed the connection. */
  closed(): Promise<string>;
  destroy(): void;
}

export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
  let received = Buffer.alloc(0);
  let ended = false;
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const watch of watchers) watch();
  };
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    notify();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    ended = true;
    notify();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const until = <T>(look: () => T | undefined) =>
    new Promise<T>((resolve) => {
      const watch = () => {
        const found = look();
        if (found === undefined) return;
        watchers.delete(watch);
        resolve(found);
      };
      watchers.add(watch);
      watch();
    });
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    answer: () => until(() => parse(received.toString('latin1'), ended)),
    closed: () => until(() => (ended ? received.toString('latin1') : undefined)),
    destroy: () => void socket.destroy(),
  };
}

/** Sends bytes on a new connection and returns the first answer. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const connection = await openRaw(url);
  connection.send(bytes);
  const answer = await connection.answer();
  connection.destroy();
  return answer;
}

/** Returns a request head. Lines are joined with CRLF; Host is added unless the headers contain one. */
export function head(requestLine: string, headers: Record<string, string> = {}): string {
  const all = { Host: 'localhost', ...headers };
  return `${requestLine}\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
}

/**
 * Returns the head of a form that announces a body. If no body follows, an answer proves that the server did not wait
 * for one.
 */
export function headOfForm(target: string, headers: Record<string, string>): string {
  const announced = {
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': '1000000',
    ...headers,
  };
  return head(`${target} HTTP/1.1`, announced);
}

function parse(text: string, ended: boolean): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return ended ? { status: 0, headers: {}, body: '', text } : undefined;
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const status = Number(statusLine.split(' ')[1]);
  const body = text.slice(end + 4);
  const length = headers['content-length'];
  const whole = status === 204 || status === 304 || (length !== undefined && body.length >= Number(length));
  if (!whole && !ended) return undefined;
  return { status, headers, body, text };
}
