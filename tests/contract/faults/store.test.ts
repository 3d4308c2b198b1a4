// @module-tag deep/postgres: breaks an S3 server

import { createServer, request, type ServerResponse } from 'node:http';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../server/config.ts';
import { openStorage } from '../../../server/content-api/media/open-storage.ts';
import { applicationForm, blogForm } from '../../support/forms.ts';
import { listening } from '../../support/free-port.ts';
import { type TestBucket, testBucket } from '../../support/shared-servers.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

/** A fault of a request: an S3 error with its code, or a cut connection. */
type Fault = { code: string; status: number } | 'cut';

/** Starts a proxy in front of the tests' S3 server, which fails each request as `fault` says. */
async function storeFront(store: string) {
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
  });
  front.endpoint = await listening(server);
  return front;

  function close() {
    server.close();
    server.closeAllConnections();
  }
}

function answer(res: ServerResponse, status: number, xml: string) {
  res.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
}

const credentials = { email: 'admin@localhost', password: 'correct horse battery' };

let bucket: TestBucket;
let front: Awaited<ReturnType<typeof storeFront>>;
let environment: Record<string, string>;
let app: TestApp;
let admin: Agent;
beforeAll(async () => {
  bucket = await testBucket();
  front = await storeFront(bucket.endpoint);
  environment = {
    ...bucket.environment,
    MEDIA_URL: `s3://${bucket.name}/site?endpoint=${encodeURIComponent(front.endpoint)}`,
  };
  app = await startTestApp({ ADMIN_PASSWORD: credentials.password, ...environment });
  admin = (await signIn(app, credentials)).agent;
});
afterAll(async () => {
  await app?.close();
  front?.close();
  await bucket?.drop();
});

const savePost = async () => admin.call('saveBlog', await blogForm());
const posts = async () => (await admin.read('blogs')).data;
const applicants = async () => (await admin.read('getApplicants', 'status=spam')).data as { id: number }[];

it('a store that is down takes files from the site and nothing else, and all is well when it is back', async () => {
  await savePost().then(({ status }) => expect(status).toBe(200));
  const [{ blog_image: picture }] = await posts();
  front.fault = () => 'cut';

  const read = await fetch(app.url + picture);
  expect([read.status, read.headers.get('retry-after')]).toEqual([503, '5']);
  const saved = await savePost();
  expect(saved.status).toBe(503);
  expect(saved.headers['retry-after']).toBe('5');
  expect(saved.body).toMatchObject({ status: 0, code: 'upstream.failed' });
  expect(await posts()).toHaveLength(1);
  for (const path of ['/', '/publishing', '/api/activeBlogs', '/readyz'])
    expect((await fetch(app.url + path)).status, path).toBe(200);
  // A form with a file is queued, and is not lost.
  await visit(app).call('applyJob', applicationForm()).expect(202);
  const told = app.logLines.filter(({ msg }) => msg === 'content API: the bucket of MEDIA_URL fails');
  expect(told.length).toBeGreaterThan(0);
  expect(JSON.stringify(app.logLines)).not.toContain(environment.AWS_SECRET_ACCESS_KEY);

  front.fault = () => ({ code: 'QuotaExceeded', status: 403 });
  const full = await savePost();
  expect([full.status, full.body.message]).toEqual([507, expect.stringContaining('full')]);

  front.fault = () => undefined;
  expect((await fetch(app.url + picture)).status).toBe(200);
  expect((await savePost()).status).toBe(200);
  const [waiting] = (await admin.read('intake')).data;
  await admin.call('sendIntakeItem', waiting.id);
  await expect.poll(async () => (await applicants()).length).toBe(1);
  const [applicant] = await applicants();
  await admin.get(`/api/downloadCv/${applicant?.id}`).expect(200);

  const storage = await openStorage(loadConfig({ ...environment }), pino({ level: 'silent' }));
  const left: string[] = [];
  for await (const address of storage.list()) left.push(address);
  storage.close();
  const named = (await posts()).map((post: { blog_image: string }) => post.blog_image);
  expect(left.filter((address) => address.startsWith('/storage/')).sort()).toEqual(named.sort());
  expect(left).toHaveLength(3);
});
