import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fault of a request: an S3 error with its code, or a cut connection. */
type Fault = { code: string; status: number } | 'cut';

/** Starts a proxy in front of the tests' S3 server, which fails each request as `fault` says. */
export async function storeFront(store: string) {
  const front = { endpoint: '', fault: (): Fault | undefined => undefined, close };
  const server = createServer((req, res) => {
    const { method = '', url = '', headers } = req;
    const fault = front.fault();
    if (fault === 'cut') return void req.socket.destroy();
    // Answers before the body is read, as stores do: the client may still be sending.
    if (fault)
      return answer(res, fault.status, `<Error><Code>${fault.code}</Code><Message>m</Message></Error>`);
    // The server cannot list unfinished uploads.
    if (method === 'GET' && new URL(url, store).searchParams.has('uploads'))
      return answer(res, 200, '<ListMultipartUploadsResult></ListMultipartUploadsResult>');
    const onward = request(store + url, { method, headers, agent: false }, (got) => {
      res.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(res);
      got.once('error', () => res.destroy());
    });
    onward.once('error', () => res.destroy());
    res.once('close', () => onward.destroy());
    req.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  front.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return front;

  function close(): void {
    server.close();
    server.closeAllConnections();
  }
}

function answer(res: ServerResponse, status: number, xml: string): void {
  res.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
}
