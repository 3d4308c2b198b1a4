import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bytes,
  damaged,
  expectSound,
  framing,
  latin1,
  mostly,
  oneOf,
  runs,
  send,
  startFuzzed,
  startHost,
  statusOf,
  token,
  visitor,
} from './wire.ts';

/** Every way in which an answer of a host reaches a browser; a number for `#` makes each answer a new one. */
const way = oneOf(
  'GET /view-blog/# ¦ GET /portfolioOne/# ¦ GET /careers/apply/# ¦ GET /api/singlePost/# ¦ GET /api/getSingleProject/# ¦ HEAD /api/singleJob/# ¦ GET /api/getProjects/# ¦ GET /api/downloadCv/# ¦ ' +
    'POST /api/deleteJob/# ¦ POST /api/unlisted/# ¦ POST /api/unlisted/#/refresh ¦ GET /storage/#.png ¦ GET /img/320/storage/#.png',
);
const field = oneOf(
  'id ¦ blog_title ¦ title ¦ name ¦ description ¦ slug ¦ images ¦ image ¦ blog_image ¦ video ¦ category ¦ category_id ¦ created_at ¦ updated_at ¦ is_active ¦ closes_at ¦ status ¦ employment_type ¦ ' +
    'salary_min ¦ data ¦ current_page ¦ last_page ¦ token ¦ access_token ¦ constructor ¦ __proto__',
);
const text = oneOf(
  `/storage/a.png ¦ javascript:x ¦ //evil.example/x.png ¦ 2026-99-99 ¦ <p>x</p> ¦ ${'<b'.repeat(3_000)} ¦ \ud800 ¦ ${token}`,
);
const value = fc.oneof(text, fc.constant(token), fc.jsonValue({ maxDepth: 2 }));
const record = fc.dictionary(field, value);
const list = fc.record({ data: fc.array(fc.oneof(record, value)), current_page: value, last_page: value });
const envelope = fc.record(
  { status: mostly(fc.constant(1), value), message: value, data: fc.oneof(record, list) },
  { requiredKeys: ['status'] },
);
const json = mostly(envelope, value).map((content) => latin1(JSON.stringify(content)));
const odd = fc.oneof(
  bytes(60),
  oneOf(` ¦ \xef\xbb\xbf{} ¦ ${'['.repeat(100_000)} ¦ <html><script>x</script> ¦ Bearer ${token}`),
);
const line = oneOf(
  `X-Evil: 1 ¦ Set-Cookie: evil=1; Domain=.example ¦ Clear-Site-Data: "*" ¦ Refresh: 0;url=//evil.example ¦ Content-Security-Policy: default-src * ¦ X-Auth: ${token} ¦ Location: //evil.example/ ¦ ` +
    'Location: javascript:x ¦ Trailer: X-Evil ¦ Connection: Upgrade ¦ Upgrade: h2c ¦ Age: -1 ¦ Vary: * ¦ ETag: W/" ¦ ETag: a\tb ¦ Date: x ¦ Cache-Control: max-age=99999999999999 ¦ Retry-After: -5 ¦ Retry-After: soon ¦ ' +
    'Content-Range: bytes 5-1/0 ¦ Content-Disposition: attachment; filename="../x\\" ¦ No-Colon ¦ Content-Length: 3 ¦ Transfer-Encoding: gzip, chunked ¦ Content-Encoding: gzip ¦ Content-Encoding: br ¦ ' +
    ` folded: yes ¦ Bad Name: 1 ¦ X-Long: ${'x'.repeat(20_000)}`,
);
// Without 401, which ends the session, and 429, after which the product would leave the host alone.
const status = oneOf(
  '201 Made ¦ 204 None ¦ 206 Part ¦ 301 Moved ¦ 304 Same ¦ 404 No ¦ 410 Gone ¦ 422 Bad ¦ 503 Later ¦ 099 Odd ¦ 600 Odd ¦ 2000 Odd ¦ -1 Odd ¦ 101 Switch ¦ 200 O\x01K\xff ¦ ' +
    '103 Hints\r\n\r\nHTTP/1.1 200 OK ¦ 100 Continue\r\n\r\nHTTP/1.1 404 No',
);
const type = oneOf('text/html ¦ image/png ¦ image/svg+xml ¦  ¦ ; ¦ application/json; charset=utf-16');
const oddFraming = oneOf(
  'Content-Length: 9007199254740992 ¦ Content-Length: 1 ¦ Content-Length: -1 ¦ Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff ¦ Content-Encoding: gzip ¦ X: ',
).map((head) => (body: string) => `${head}\r\n\r\n${body}`);
const zipped = (body: string) =>
  `Content-Encoding: gzip\r\n\r\n${latin1(gzipSync(Buffer.from(body, 'latin1')))}`;
const whole = fc
  .tuple(
    mostly(fc.constant('200 OK'), status),
    mostly(fc.constant('application/json'), type),
    mostly(fc.constant<string[]>([]), fc.array(line, { maxLength: 3 })),
    mostly(framing, fc.oneof(oddFraming, fc.constant(zipped))),
    mostly(json, odd),
  )
  .map(
    ([first, kind, lines, framed, body]) =>
      `HTTP/1.1 ${[first, `Content-Type: ${kind}`, ...lines, framed(body)].join('\r\n')}`,
  );
const cut = fc.tuple(whole, fc.nat(4_000)).map(([answer, length]) => answer.slice(0, length));
const answer = fc.oneof(
  { weight: 5, arbitrary: whole },
  cut,
  damaged(whole, oneOf('\r\n ¦ \r\n\r\n ¦ \0 ¦ " ¦ } ¦ 0\r\n\r\n ¦ HTTP/1.1 200 OK\r\n')),
);

let host: Awaited<ReturnType<typeof startHost>>;
let app: Awaited<ReturnType<typeof startFuzzed>>;
beforeAll(async () => {
  host = await startHost();
  app = await startFuzzed({ UPSTREAM_URL: host.url, UPSTREAM_TIMEOUT_MS: '1000' });
});
afterAll(async () => {
  await app?.close();
  await host?.close();
});

let number = 0;
const honest = () => fetch(`${app.url}/api/getProjects/${number}?page=2`);

test('whatever a host answers is shown or is a 502, without what only the host may know or do', async () => {
  await fc.assert(
    fc.asyncProperty(way, answer, visitor, async (asked, told, head) => {
      number += 1;
      host.tell(new RegExp(`/${number}\\b(?!\\?page=2)`), told);
      const body = asked.startsWith('POST')
        ? 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
        : '\r\n';
      const got = await send(
        app.url,
        `${asked.replace('#', `${number}`)} HTTP/1.1\r\n${head}${app.admin}Connection: close\r\n${body}`,
      );
      expectSound(got, /50[234]$/);
      // Reads for visitors are sent without the token; a download is passed on as it is.
      if (/unlisted|delete/.test(asked)) expect(got).not.toContain(token);
      // An answer that is passed on while it arrives may break off; a page is whole.
      if (!/api|storage/.test(asked)) expect(statusOf(got)).toBeGreaterThanOrEqual(200);
      // Failures in a row would open the breaker, and the next answers would be its own.
      expect((await honest()).status).toBe(200);
    }),
    runs(60),
  );
  await app.isWell();
});
