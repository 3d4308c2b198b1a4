import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

// `node plain-host.ts RECORD`: an API host that accepts the public forms and ignores Idempotency-Key. It writes each
// accepted form as a line of JSON to the file RECORD, and to the disk before it answers. It lets any admin sign in.
const [record = ''] = process.argv.slice(2);
const file = openSync(record, 'a');

const forms = /^\/api\/(applyJob(\/\d+)?|contactUs|requestAccountDeletion)$/;
const lists = /^\/api\/(getProjectCategory|blogs|activeBlogs|jobs|team|getMessages|getApplicants)$/;

async function answerTo(req: IncomingMessage): Promise<[number, object]> {
  const body = await buffer(req);
  const path = (req.url ?? '').split('?', 1)[0] ?? '';
  if (req.method === 'POST' && path === '/api/login')
    return [200, { status: 1, data: { token: 'token-of-a-plain-host-0123456789' } }];
  if (req.method === 'POST' && forms.test(path)) {
    writeSync(file, `${JSON.stringify(await lineOf(req, path, body))}\n`);
    fsyncSync(file);
    return [200, { status: 1, message: 'Thank you.' }];
  }
  if (req.method === 'OPTIONS' && (forms.test(path) || lists.test(path))) return [200, {}];
  if (req.method === 'GET' && lists.test(path))
    return [200, { status: 1, data: { data: [], current_page: 1, last_page: 1, per_page: 10, total: 0 } }];
  return [404, { message: 'No such route.' }];
}

async function lineOf(req: IncomingMessage, path: string, body: Buffer): Promise<object> {
  const type = req.headers['content-type'] ?? '';
  const fields: Record<string, string> = {};
  let cv: string | undefined;
  if (type.startsWith('multipart/')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    for (const [name, value] of form) {
      if (typeof value === 'string') fields[name] = value;
      else
        cv = createHash('sha256')
          .update(Buffer.from(await value.arrayBuffer()))
          .digest('hex');
    }
  } else Object.assign(fields, JSON.parse(body.toString()));
  return {
    path,
    key: req.headers['idempotency-key'],
    reference: req.headers['x-intake-reference'],
    receivedAt: req.headers['x-intake-received-at'],
    fields,
    cv,
  };
}

const server = createServer((req, res) => {
  answerTo(req).then(
    ([status, body]) => {
      const allow = req.method === 'OPTIONS' ? { allow: 'GET, HEAD, POST' } : {};
      res.writeHead(status, { 'content-type': 'application/json', ...allow }).end(JSON.stringify(body));
    },
    // A client that leaves in mid-request has sent nothing.
    () => res.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => {
  console.log(`The host is at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
  closeSync(file);
});
