import { parse } from 'node:querystring';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallName, type ContractRow, contract, rows } from '#shared/contract/index.ts';
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
  visitor,
} from './wire.ts';

/** Words that some server, proxy or parser has read in its own way. */
const oddWord = oneOf(
  `%2e%2e/ ¦ ../ ¦ // ¦ \\ ¦ %5c ¦ %2f ¦ %00 ¦ %0d%0a ¦ %252e ¦ %zz ¦ % ¦ ;x=1 ¦ # ¦ ? ¦ @evil.example ¦ ?page=2 ¦ ?page=1&page[]=2 ¦ ?_method=DELETE ¦ ?a=%ff ¦ API ¦ %61pi ¦ * ¦ ` +
    `close, keep-alive ¦ upgrade ¦ h2c ¦ 100-continue ¦ chunked ¦ gzip, br;q=0 ¦ bytes=0-0,-1,99999999999999999999- ¦ "a",W/" ¦ ;;;,,,q=x ¦ j:{"a":1} ¦ null ¦ :// ¦ multipart/form-data; boundary= ¦ ` +
    `application/json; charset=utf-7 ¦ [::1 ¦ evil.example ¦ DELETE ¦ javascript: ¦ -1 ¦ 1e9 ¦ __proto__ ¦ { ¦ [ ¦ " ¦ \xed\xa0\x80 ¦ \xff ¦ ${'x'.repeat(9_000)}`,
);
const odd = fc.oneof({ weight: 20, arbitrary: oddWord }, bytes(8), oneOf('\0 ¦ \r ¦ \n'));
const words = fc.array(odd, { maxLength: 3 }).map((all) => all.join(' '));
const headerName = oneOf(
  'Connection ¦ Upgrade ¦ Expect ¦ Trailer ¦ TE ¦ Range ¦ If-None-Match ¦ If-Modified-Since ¦ Accept ¦ Accept-Encoding ¦ Accept-Language ¦ Cookie ¦ Origin ¦ Host ¦ Sec-Fetch-Site ¦ ' +
    'X-HTTP-Method-Override ¦ Forwarded ¦ X-Forwarded-Proto ¦ X-Request-Id ¦ Content-Type ¦ Content-Encoding ¦ Traceparent ¦ __proto__ ¦ Bad\0',
);
const hidden = '/api/smuggled';
/** Heads that announce two ends of the body, or one that two readers see in two places. */
const twoEnds = oneOf(
  'Transfer-Encoding: chunked\r\nContent-Length: # ¦ Content-Length: #\r\nTransfer-Encoding : chunked ¦ Content-Length: #\r\nTransfer-Encoding: xchunked ¦ ' +
    'Content-Length: 0\r\nContent-Length: # ¦ Content-Length: +# ¦ Transfer-Encoding: "chunked"',
).map((head) => (body: string) => `${head.replace('#', String(body.length))}\r\n\r\n${body}`);
const pages =
  '/ ¦ /careers ¦ /view-blog/1 ¦ /nowhere ¦ /healthz ¦ /sitemap.xml ¦ /storage/a.png ¦ /img/320/storage/a.png ¦ /api/unlisted';
const target = fc.oneof(oneOf(pages), fc.constantFrom(...rows.map(({ path }) => path.replace('{id}', '1'))));
const request = fc.record({
  method: mostly(
    oneOf('GET ¦ POST'),
    oneOf('HEAD ¦ PUT ¦ DELETE ¦ OPTIONS ¦ TRACE ¦ CONNECT ¦ QUERY ¦ get ¦ G\0T ¦ '),
  ),
  target: fc.oneof(
    target,
    fc.tuple(target, odd).map((parts) => parts.join('')),
    damaged(target, oddWord),
  ),
  version: mostly(fc.constant('HTTP/1.1'), oneOf('HTTP/1.0 ¦ HTTP/9.9 ¦ ')),
  headers: fc.array(
    fc.tuple(headerName, words).map(([name, value]) => `${name}: ${value}\r\n`),
    { maxLength: 3 },
  ),
  body: fc.oneof(words, fc.constant(`0\r\n\r\nGET ${hidden} HTTP/1.1\r\nHost: x\r\n\r\n`)),
  framed: mostly(framing, twoEnds),
  visitor,
  isAdmin: fc.boolean(),
});

let host: Awaited<ReturnType<typeof startHost>>;
let apps: Record<string, Awaited<ReturnType<typeof startFuzzed>>> = {};
beforeAll(async () => {
  host = await startHost();
  apps = { engine: await startFuzzed(), host: await startFuzzed({ UPSTREAM_URL: host.url }) };
});
afterAll(async () => {
  for (const app of Object.values(apps)) await app.close();
  await host?.close();
});

test.each(['engine', 'host'])(
  'with the %s behind, any bytes are answered without a failure of ours, and nothing hidden in them is carried out',
  async (name) => {
    const app = apps[name] as NonNullable<(typeof apps)[string]>;
    await fc.assert(
      fc.asyncProperty(
        request,
        async ({ method, target, version, headers, body, framed, visitor, isAdmin }) => {
          const head = `${method} ${target} ${version}\r\n${visitor}${isAdmin ? app.admin : 'X-CSRF: 1\r\n'}${headers.join('')}`;
          expectSound(await send(app.url, head + framed(body), false));
          expect(host.seen.filter((line) => line.includes(hidden))).toEqual([]);
        },
      ),
      runs(40),
    );
    await app.isWell();
  },
);

const text = fc.oneof(
  oneOf(
    ` ¦ \0 ¦ \ud800 ¦ -1 ¦ 1e3 ¦ 0x10 ¦ null ¦ [] ¦ ' or 1=1 -- ¦ % ¦ ../x ¦ javascript:x ¦ a@b ¦ 2026-02-30 ¦ ${'9'.repeat(400)} ¦ ${'x'.repeat(9_000)} ¦ \u202Eevil ¦ <script>x</script>`,
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }), fc.array(fc.oneof(fc.integer(), text)));
const id = oneOf(
  "1 ¦ 2 ¦ 987654321012345 ¦ 0 ¦ -1 ¦ 007 ¦ 1.5 ¦ %00 ¦ NaN ¦ 1%2F2 ¦ 9999999999999999 ¦ %E0%A4%A ¦ 1'--",
);

/** A call of this row with any id, query and JSON, mostly of the row's own names. */
function callOf({ name, path, query, body }: ContractRow) {
  const of = (schema: unknown, content: fc.Arbitrary<unknown>) =>
    fc.dictionary(fc.constantFrom(...keysOf(schema), '__proto__', 'constructor', 'a[b]', ''), content, {
      maxKeys: 8,
    });
  return fc.record({
    name: fc.constant(name as CallName),
    path: fc
      .tuple(id, of(query, text))
      .map(([some, pairs]) =>
        `${path.replace('{id}', some)}?${new URLSearchParams(pairs as Record<string, string>)}`.slice(
          0,
          12_000,
        ),
      ),
    body: damaged(
      mostly(of(body, value), value).map((sent) => latin1(JSON.stringify(sent))),
      oneOf(`{ ¦ } ¦ [ ¦ , ¦ " ¦ \\u ¦ \xff ¦ ${'['.repeat(20_000)}`),
      1,
    ),
    visitor,
  });
}

test('whatever fields a call has, it is answered; what the schema of its row refuses is refused', async () => {
  const { engine } = apps as Record<'engine', NonNullable<(typeof apps)[string]>>;
  // Others end the session, or their answer has no end.
  const called = rows.filter(({ name }) => !/^(login|logout|renewSession|changePassword|live)$/.test(name));
  await fc.assert(
    fc.asyncProperty(fc.oneof(...called.map(callOf)), async ({ name, path, body, visitor }) => {
      const row: ContractRow = contract[name];
      const json = row.body
        ? `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
        : '\r\n';
      const answer = await send(
        engine.url,
        `${row.method} ${path} HTTP/1.1\r\n${visitor}${engine.admin}Connection: close\r\n${json}`,
      );
      expectSound(answer);
      const isGood =
        accepts(row.query, () => ({ ...parse(path.split('?')[1] ?? '') })) &&
        accepts(row.body, () => JSON.parse(Buffer.from(body, 'latin1').toString()));
      expect(statusOf(answer), answer.slice(0, 1_500)).toSatisfy(
        (status: number) => status >= (isGood ? 200 : 400),
      );
    }),
    runs(60),
  );
  await engine.isWell();
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

function accepts(schema: ContractRow['body'] | ContractRow['query'], sent: () => unknown) {
  try {
    return schema?.safeParse(sent()).success ?? true;
  } catch {
    return false;
  }
}

function keysOf(schema: unknown): string[] {
  const { shape, def } = (schema ?? {}) as { shape?: object; def?: { in?: unknown } };
  return shape ? Object.keys(shape) : def?.in ? keysOf(def.in) : [];
}
