import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listening } from './free-port.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** A small media origin on loopback that answers as configured, and counts. */
export type MediaCdn = Awaited<ReturnType<typeof startMediaCdn>>;

export async function startMediaCdn(port = 0) {
  /** The files by path: bytes, or a handler that answers. */
  const files = new Map<string, Buffer | Handler>();
  /** All requests, in order. */
  const asked: { path: string; headers: IncomingMessage['headers'] }[] = [];
  let connections = 0;
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    asked.push({ path, headers: req.headers });
    const found = files.get(path);
    if (typeof found === 'function') found(req, res);
    else if (found) answerWith(found, req, res);
    else res.writeHead(404).end('nothing here');
  });
  server.on('connection', () => {
    connections += 1;
  });
  return {
    url: new URL(await listening(server, port)),
    files,
    asked,
    /** Number of connections so far. */
    connections: () => connections,
    /** Closes the server; another server can reuse `url`. */
    close: () => closeServer(server),
  };
}

/** Answers with an ETag, and with 304 to a matching request; the content type is wrong on purpose. */
function answerWith(bytes: Buffer, req: IncomingMessage, res: ServerResponse) {
  const etag = `"${bytes.length}-${bytes.at(-1)}"`;
  res.setHeader('ETag', etag).setHeader('Content-Type', 'text/html');
  if (req.headers['if-none-match'] === etag) res.writeHead(304).end();
  else res.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
}
