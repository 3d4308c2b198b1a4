// @module-tag deep/process: starts nginx and Caddy where they are installed
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sha256, video } from '../../support/files.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { freePort, makeCertificate, type Places, proxies, startProxy } from './support/proxies.ts';

const mib = 2 ** 20;

describe.each(proxies)('$name with our configuration (when it and openssl are installed)', (proxy) => {
  describe.skipIf(!proxy.installed)('', () => {
    let folder: string;
    let places: Places;
    let stub: StubUpstream;
    let app: TestApp;
    let stopProxy: () => Promise<void>;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'studio-proxy-'));
      const [http, https, product] = [await freePort(), await freePort(), await freePort()];
      places = { http, https, product, folder, ...makeCertificate(folder) };
      stub = await startStubUpstream();
      app = await startTestApp({
        UPSTREAM_URL: stub.url,
        PORT: String(product),
        PUBLIC_URL: `https://localhost:${https}`,
        TRUST_PROXY: '1',
        LOG_LEVEL: 'debug',
      });
      stopProxy = await startProxy(proxy, places);
    });
    afterEach(() => stub.reset());
    afterAll(async () => {
      await stopProxy?.();
      await app?.close();
      await stub?.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** Starts a request over TLS. */
    function open(path: string, { headers, ...options }: RequestOptions = {}) {
      const host = { host: `localhost:${places.https}` };
      return requestHttps({
        ...{ hostname: '127.0.0.1', servername: 'localhost', port: places.https, path, agent: false },
        ca: readFileSync(places.cert),
        headers: { 'x-csrf': '1', ...host, ...headers },
        ...options,
      });
    }

    async function answerOf(sent: ReturnType<typeof open>) {
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const chunks = await answer.toArray();
      return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() };
    }

    const get = (path: string, options: RequestOptions = {}) => answerOf(open(path, options).end());

    function signIn(email: string, password: string, options: RequestOptions = {}) {
      const headers = { 'content-type': 'application/json', ...options.headers };
      const sent = open('/api/login', { ...options, headers, method: 'POST' });
      return answerOf(sent.end(JSON.stringify({ email, password })));
    }

    async function session(): Promise<{ cookie: string; setCookie: string }> {
      const { headers, status } = await signIn(stub.admin.email, stub.admin.password);
      expect(status).toBe(200);
      const setCookie = headers['set-cookie']?.find((each) => each.includes('studio_session')) ?? '';
      return { setCookie, cookie: setCookie.split(';', 1)[0] ?? '' };
    }

    it('visitors have their own address, in the log and in limits, and cannot choose it', async () => {
      await get('/api/team', { localAddress: '127.0.0.2', headers: { 'x-forwarded-for': '6.6.6.6' } });
      const line = await expect
        .poll(() => app.logLines.find(({ path }) => path === '/api/team'))
        .toBeTruthy()
        .then(() => app.logLines.find(({ path }) => path === '/api/team'));
      expect(line).toMatchObject({ ip: '127.0.0.2' });
      const tryFrom = async (localAddress: string, index: number) => {
        const headers = { 'x-forwarded-for': `7.7.7.${index}` };
        return (await signIn(`a${index}@studio.example`, 'wrong', { localAddress, headers })).status;
      };
      for (let index = 0; index < 5; index += 1) await tryFrom('127.0.0.3', index);
      expect(await tryFrom('127.0.0.3', 5)).toBe(429);
      expect(await tryFrom('127.0.0.4', 6)).toBe(401);
    });

    it('the scheme is https: cookies are Secure, HSTS is sent once, and http leads there', async () => {
      const { setCookie } = await session();
      expect(setCookie).toMatch(/^__Host-studio_session=.*; Secure/);
      const home = await get('/');
      expect(home.status).toBe(200);
      expect(home.headers['strict-transport-security']).toMatch(/^max-age=\d+/);
      expect(home.headers['strict-transport-security']).not.toContain(',');
      expect(home.headers.server ?? '').not.toMatch(/\d/);
      const options = { host: '127.0.0.1', port: places.http, path: '/jobs?page=2', agent: false };
      const plain = requestHttp({ ...options, headers: { host: 'localhost' } }).end();
      const [answer] = (await once(plain, 'response')) as [IncomingMessage];
      answer.resume();
      expect([301, 308]).toContain(answer.statusCode);
      // Caddy redirects to the HTTPS port of its own configuration.
      const leadsTo = answer.headers.location?.replace(`localhost:${places.https}`, 'localhost');
      expect(leadsTo).toBe('https://localhost/jobs?page=2');
    });

    it('the host learns under which name the visitor came, and no trace that the visitor made up', async () => {
      const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';
      await get('/api/getTeam', { headers: { traceparent, cookie: (await session()).cookie } });
      const seen = stub.requests.filter(({ url }) => url.startsWith('/api/getTeam'));
      expect(seen).toHaveLength(1);
      expect(seen[0]?.rawHeaders.join()).not.toContain('1111111111111111');
      expect(seen[0]?.rawHeaders.join('\n').toLowerCase()).toContain(
        `x-forwarded-host\nlocalhost:${places.https}`,
      );
    });

    it('an upload of 20 MB passes as it comes, whole', async () => {
      const file = video('mp4', 20 * mib);
      const part = (name: string, more = '') =>
        `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
      const texts = { title: 'Film', category_id: '1', description: '<p>x</p>', v_order: '1' };
      const head = Object.entries(texts).map(([name, value]) => `${part(name)}${value}\r\n`);
      const before = Buffer.from(`${head.join('')}${part('video', '; filename="a.mp4"')}`);
      const after = Buffer.from('\r\n--x--\r\n');
      const length = before.length + file.length + after.length;
      const { cookie } = await session();
      const sent = open('/api/addProject', {
        method: 'POST',
        headers: { cookie, 'content-type': 'multipart/form-data; boundary=x', 'content-length': length },
      });
      const answer = answerOf(sent);
      sent.write(Buffer.concat([before, file.subarray(0, 12 * mib)]));
      await expect.poll(() => bytesUnder(join(app.dataDir, 'tmp/uploads'))).toBeGreaterThan(8 * mib);
      sent.end(Buffer.concat([file.subarray(12 * mib), after]));
      // The form lacks the images, so the stub itself refuses it.
      expect((await answer).status).toBeLessThan(500);
      const [arrived] = stub.requests.filter(({ url }) => url === '/api/addProject');
      expect(JSON.stringify(arrived)).toContain(sha256(file));
    });

    it('what is too large is refused by the product, in JSON, before it is sent', async () => {
      const { cookie } = await session();
      const headers = { cookie, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 5e9 };
      const sent = open('/api/addProject', { method: 'POST', headers });
      sent.on('error', () => {});
      sent.write('--x\r\n');
      const { status, headers: got, text } = await answerOf(sent);
      expect([status, got['content-type']]).toEqual([413, 'application/json; charset=utf-8']);
      expect(JSON.parse(text)).toMatchObject({ status: 0, code: 'upload.totalTooLarge' });
    });

    it('a download comes as the host sends it, and one that ends here ends there', async () => {
      const { cookie } = await session();
      stub.misbehave(
        { kind: 'slowBody', bytesPerChunk: 1000, everyMs: 20 },
        { path: '/api/exportApplicants' },
      );
      const sent = open('/api/exportApplicants', { headers: { cookie } }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(200);
      // The body never ends, so a proxy that waited for the whole body would wait forever.
      expect(String((await once(answer, 'data'))[0]).length).toBeGreaterThan(0);
      sent.destroy();
      await expect
        .poll(() => app.logLines.find((line) => line.path === '/api/exportApplicants')?.aborted)
        .toBe(true);
    });

    it('health is asked of the product alone: a host that is down takes no page away', async () => {
      stub.misbehave({ kind: 'answer', status: 503 }, { path: '/' });
      expect((await fetch(`http://127.0.0.1:${places.product}/readyz`)).status).toBe(503);
      const asked = () => app.logLines.filter(({ path }) => path === '/readyz');
      const before = asked().length;
      if (proxy.name === 'nginx') {
        // nginx makes no health checks itself; it rewrites the health check of a balancer in front of it to `self=1`.
        expect((await get('/readyz')).status).toBe(200);
        expect((await get('/readyz?x=1')).status).toBe(200);
      }
      await expect.poll(() => asked().length).toBeGreaterThan(before + 1);
      for (const line of asked().slice(before)) expect(line).toMatchObject({ status: 200 });
      expect((await get('/')).status).toBe(200);
    });
  });
});

async function bytesUnder(folder: string): Promise<number> {
  let sum = 0;
  for (const name of await readdir(folder, { recursive: true }))
    sum += (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size;
  return sum;
}
