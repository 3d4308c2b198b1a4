import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import busboy from 'busboy';

/** A file of a multipart form, as it arrived. */
export interface ReceivedFile {
  field: string;
  name: string;
  type: string;
  bytes: Buffer;
}

/** One request that a host was sent, read whole. */
export interface HostRequest {
  method: string;
  /** Decoded, without the query. */
  path: string;
  /** As it came, query and all. */
  target: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  client: string;
  kind: 'none' | 'json' | 'urlencoded' | 'multipart' | 'other';
  /** Texts of a form, in their order. */
  texts: [name: string, value: string][];
  files: ReceivedFile[];
  /** What a JSON body says; undefined when there is none that can be read. */
  json: unknown;
  /** A body of another kind: a file by itself. */
  bytes?: Buffer;
}

export interface HostAnswer {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** A running host: what all of them have. */
export interface RunningHost<Data> {
  url: string;
  /** What it was asked, in order; media too. */
  requests: HostRequest[];
  /** What it keeps. Tests may look and change. */
  data: Data;
  stop(): Promise<void>;
}

export async function openServer(
  port: number,
  answer: (request: HostRequest) => HostAnswer | Promise<HostAnswer>,
): Promise<Pick<RunningHost<never>, 'url' | 'requests' | 'stop'>> {
  const requests: HostRequest[] = [];
  const server = createServer((req, res) => {
    readRequest(req)
      .then(async (request) => {
        requests.push(request);
        const { status, headers = {}, body = '' } = await answer(request);
        const length = { 'content-length': String(Buffer.byteLength(body)) };
        res.writeHead(status, { ...headers, ...(status !== 204 && length) }).end(body);
      })
      .catch((error: unknown) => res.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(req: IncomingMessage): Promise<HostRequest> {
  const target = req.url ?? '/';
  const { pathname, searchParams } = new URL(target, 'http://host.invalid');
  const type = req.headers['content-type'] ?? '';
  const request: HostRequest = {
    method: req.method ?? 'GET',
    path: decodedPath(pathname),
    target,
    query: searchParams,
    headers: req.headers,
    client: req.socket.remoteAddress ?? '',
    kind: 'none',
    texts: [],
    files: [],
    json: undefined,
  };
  if (/^multipart\/form-data/i.test(type)) {
    request.kind = 'multipart';
    await readForm(req, request);
    return request;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const body = bytes.toString('utf8');
  if (/\bjson\b/i.test(type)) {
    request.kind = 'json';
    request.json = parseJson(body);
  } else if (/^application\/x-www-form-urlencoded/i.test(type)) {
    request.kind = 'urlencoded';
    request.texts = [...new URLSearchParams(body)];
  } else if (body) Object.assign(request, { kind: 'other', bytes });
  return request;
}

function readForm(req: IncomingMessage, request: HostRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      limits: { fieldSize: 32 * 1024 * 1024 },
    });
    parser.on('field', (name, value) => request.texts.push([name, value]));
    parser.on('file', (field, stream, { filename: name, mimeType: type }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      // A form of a browser names a file input without a choice as a file without name and bytes.
      stream.on('end', () => name && request.files.push({ field, name, type, bytes: Buffer.concat(chunks) }));
    });
    parser.on('close', resolve);
    parser.on('error', reject);
    req.on('error', reject);
    req.pipe(parser);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
