import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { S3Server } from './s3-server.ts';

/**
 * A fault of a request: an S3 error with its code, no answer at all, a cut connection, half of the true answer and
 * then nothing, or no answer although the request was carried out.
 */
type Fault = { code: string; status: number } | 'silence' | 'cut' | 'half' | 'lost';

/** A proxy in front of the tests' S3 server that fails on command. */
export interface StoreFront {
  endpoint: string;
  /** Returns the fault for each request, until it is replaced. */
  fault: (req: { method: string; url: URL }) => Fault | undefined;
  /** Requests in order of arrival, as `GET /bucket/key`. */
  requests: string[];
  /** Requests whose connection the client closed before the answer ended. */
  left: string[];
  close(): void;
}

/**
 * Starts the proxy, which also does two things that the server lacks: it lists unfinished uploads, and aborts them.
 */
export async function storeFront(store: Pick<S3Server, 'endpoint' | 'directory'>): Promise<StoreFront> {
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '', store.endpoint);
    const line = `${req.method} ${url.pathname}`;
    front.requests.push(line);
    res.once('close', () => res.writableFinished || front.left.push(line));
    const fault = front.fault({ method: req.method ?? '', url });
    if (fault === 'silence') return void req.resume();
    if (fault === 'cut') return void req.socket.destroy();
    if (typeof fault === 'object') {
      // Answers before the body is read, as stores do: the client may still be sending.
      return void answer(res, fault.status, `<Error><Code>${fault.code}</Code><Message>m</Message></Error>`);
    }
    const uploads = join(store.directory, url.pathname.split('/')[1] ?? '', '._S3rver_uploads');
    if (req.method === 'GET' && url.searchParams.has('uploads'))
      return void answer(res, 200, listOf(uploads));
    if (req.method === 'DELETE' && url.searchParams.has('uploadId')) {
      // The store may still be writing a part of the upload there.
      const folder = join(uploads, url.searchParams.get('uploadId') ?? 'none');
      rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 20 });
      return void res.writeHead(204).end();
    }
    forward(req, res, fault);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function forward(req: IncomingMessage, res: ServerResponse, fault: Fault | undefined): void {
    const { method = '', url = '', headers } = req;
    const onward = request(store.endpoint + url, { method, headers, agent: false }, (got) => {
      if (fault === 'lost') return void got.resume().once('end', () => req.socket.destroy());
      res.writeHead(got.statusCode ?? 500, got.headers);
      if (fault === 'half')
        got.once('data', (bytes: Buffer) => {
          got.pause();
          res.write(bytes.subarray(0, 1000));
        });
      else got.pipe(res);
      got.once('error', () => res.destroy());
    });
    onward.once('error', () => res.destroy());
    res.once('close', () => onward.destroy());
    req.pipe(onward);
  }

  const front: StoreFront = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: () => undefined,
    requests: [],
    left: [],
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return front;
}

function answer(res: ServerResponse, status: number, xml: string): void {
  res.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
}

function listOf(uploads: string): string {
  let names: string[] = [];
  try {
    names = readdirSync(uploads);
  } catch {}
  const each = names.map((name) => {
    const key = readFileSync(join(uploads, name, 'key'), 'utf8');
    const begun = statSync(join(uploads, name, 'key')).mtime.toISOString();
    return `<Upload><Key>${key}</Key><UploadId>${name}</UploadId><Initiated>${begun}</Initiated></Upload>`;
  });
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${each.join('')}</ListMultipartUploadsResult>`;
}
