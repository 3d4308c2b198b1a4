import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import busboy from 'busboy';

/** A file of a multipart form, as received. */
export interface ReceivedFile {
  field: string;
  name: string;
  type: string;
  bytes: Buffer;
}

/** One request to a host, read completely. */
export interface HostRequest {
  method: string;
  /** Decoded path, without the query. */
  path: string;
  /** The raw request target, with the query. */
  target: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  client: string;
  kind: 'none' | 'json' | 'urlencoded' | 'multipart' | 'other';
  /** Texts of a form, in order. */
  texts: [name: string, value: string][];
  files: ReceivedFile[];
  /** Parsed JSON body; undefined if there is no valid JSON. */
  json: unknown;
  /** A body of another kind: a single file. */
  bytes?: Buffer;
}

export interface HostAnswer {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** A running host: properties of all hosts. */
export interface RunningHost<Data> {
  url: string;
  /** All requests in order, including media. */
  requests: HostRequest[];
  /** Stored data of the host. Tests may read and change it. */
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
      // A browser sends a file input without a choice as a file without name and bytes.
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
