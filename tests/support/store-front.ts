import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { S3Server } from './s3-server.ts';

/** What becomes of a request: an error of S3 by its code, nothing ever, a cut, half of the true answer and then nothing, or none after all was done. */
type Fault = { code: string; status: number } | 'silence' | 'cut' | 'half' | 'lost';

/** The S3 server of the tests, seen through a door that fails when it is told to. */
export interface StoreFront {
  endpoint: string;
  /** Judges each request, until it is set anew. */
  fault: (req: { method: string; url: URL }) => Fault | undefined;
  /** Requests as they came, `GET /bucket/key`. */
  requests: string[];
  /** Requests whose connection the client has closed before the answer ended. */
  left: string[];
  close(): void;
}

/** Also does two things that the server lacks: it lists uploads that were begun, and aborts them. */
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
      // Before the body was read, as stores do: the client may still be sending.
      return void answer(res, fault.status, `<Error><Code>${fault.code}</Code><Message>m</Message></Error>`);
    }
    const uploads = join(store.directory, url.pathname.split('/')[1] ?? '', '._S3rver_uploads');
    if (req.method === 'GET' && url.searchParams.has('uploads'))
      return void answer(res, 200, listOf(uploads));
    if (req.method === 'DELETE' && url.searchParams.has('uploadId')) {
      // The store may be writing a part there that was on its way.
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
