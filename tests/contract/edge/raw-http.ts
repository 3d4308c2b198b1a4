import { once } from 'node:events';
import { connect } from 'node:net';

/** One answer as received over the wire. */
export interface RawAnswer {
  status: number;
  /** Headers by lower-case name; repeated headers are joined by ", ". */
  headers: Record<string, string>;
  body: string;
  /** All bytes received, including further answers. */
  text: string;
}

/** Opens a connection on which a test writes arbitrary bytes: HTTP clients would correct what an attack depends on. */
export async function openRaw(url: string, options: { allowHalfOpen?: boolean } = {}) {
  const { hostname, port } = new URL(url);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  const socket = connect({ host, port: Number(port), ...options });
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  socket.on('error', () => {});
  return {
    socket,
    send: (bytes: string | Buffer) => void socket.write(bytes),
    /** Resolves with the first answer when its Content-Length is reached or the server has closed the connection. */
    answer: () =>
      new Promise<RawAnswer>((resolve) => {
        const look = () => {
          const found = parse(text, socket.closed);
          if (found) resolve(found);
        };
        socket.on('data', look).on('close', look);
        look();
      }),
    /** Resolves with all received text when the server has closed the connection. */
    closed: async () => {
      await ended;
      return text;
    },
    destroy: () => void socket.destroy(),
  };
}

/** Sends bytes on a new connection and returns the first answer. */
export async function sendRaw(url: string, bytes: string | Buffer) {
  const connection = await openRaw(url);
  connection.send(bytes);
  const answer = await connection.answer();
  connection.destroy();
  return answer;
}

/** Returns a request head. Lines are joined with CRLF; Host is added unless the headers contain one. */
export function head(requestLine: string, headers: Record<string, string> = {}) {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${requestLine}\r\n${lines.join('')}\r\n`;
}

/**
 * Returns the head of a form that announces a body. If no body follows, an answer proves that the server did not wait
 * for one.
 */
export const headOfForm = (target: string, headers: Record<string, string>) =>
  head(`${target} HTTP/1.1`, {
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': '1000000',
    ...headers,
  });

function parse(text: string, ended: boolean): RawAnswer | undefined {
  const [top = '', ...rest] = text.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const [statusLine = '', ...lines] = top.split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]*): *(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  const status = Number(statusLine.split(' ')[1] ?? 0);
  const isWhole =
    status === 204 || status === 304 || body.length >= Number(headers['content-length'] ?? Infinity);
  return (rest.length > 0 && isWhole) || ended ? { status, headers, body, text } : undefined;
}
