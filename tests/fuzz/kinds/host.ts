import { brotliCompressSync, gzipSync } from 'node:zlib';
import { callerHeaders, type HostAnswer, type Maker, requestBytes } from '../case.ts';
import type { Chance } from '../chance.ts';
import { damaged } from '../mutate.ts';

/**
 * Every way in which a host's answer reaches a browser; each path contains the number that selects the host's answer.
 */
const ways: readonly ((number: number) => { line: string; isAdmin: boolean; body?: string })[] = [
  (number) => ({ line: `GET /api/getSingleProject/${number}`, isAdmin: false }),
  (number) => ({ line: `GET /api/singlePost/${number}`, isAdmin: true }),
  (number) => ({ line: `GET /view-blog/${number}`, isAdmin: false }),
  (number) => ({ line: `HEAD /api/singleJob/${number}`, isAdmin: false }),
  (number) => ({ line: `GET /api/downloadCv/${number}`, isAdmin: true }),
  (number) => ({ line: `POST /api/unlisted/${number}`, isAdmin: true, body: '{}' }),
  (number) => ({ line: `POST /api/unlisted/${number}/refresh`, isAdmin: true, body: '{}' }),
  (number) => ({ line: `POST /api/deleteJob/${number}`, isAdmin: true }),
  (number) => ({ line: `GET /storage/${number}.png`, isAdmin: false }),
  (number) => ({ line: `GET /img/320/storage/${number}.png`, isAdmin: false }),
];

const statusLines = [
  'HTTP/1.1 200 OK',
  'HTTP/1.1 200 OK',
  'HTTP/1.1 200 OK',
  'HTTP/1.0 200 OK',
  'HTTP/1.1 200',
  'HTTP/1.1 200 O\x01K\xff',
  'HTTP/1.1 201 Made',
  'HTTP/1.1 204 None',
  'HTTP/1.1 206 Part',
  'HTTP/1.1 301 Moved',
  'HTTP/1.1 304 Same',
  'HTTP/1.1 307 Go',
  'HTTP/1.1 400 Bad',
  'HTTP/1.1 401 Who',
  'HTTP/1.1 404 No',
  'HTTP/1.1 410 Gone',
  'HTTP/1.1 422 Bad',
  'HTTP/1.1 429 Often',
  'HTTP/1.1 099 Odd',
  'HTTP/1.1 600 Odd',
  'HTTP/1.1 999 Odd',
  'HTTP/1.1 2000 Odd',
  'HTTP/1.1 -1 Odd',
  'HTTP/9.9 200 OK',
  'HTTP/1.1 101 Switch',
  'ICY 200 OK',
  '',
];
const headerLines = [
  'X-Evil: 1',
  'Set-Cookie: evil=1; Domain=.example',
  'Set-Cookie: studio_session=evil',
  'Location: //evil.example/',
  'Location: javascript:alert(1)',
  'Location: http://127.0.0.1:1/api/x',
  'Location: \\\\evil.example',
  'Access-Control-Allow-Origin: *',
  'Content-Security-Policy: default-src *',
  'Trailer: X-Evil',
  'Connection: Upgrade',
  'Connection: close',
  'Keep-Alive: timeout=-1',
  'Upgrade: h2c',
  'Age: -1',
  'Age: 99999999999999999999',
  'Cache-Control: max-age=99999999999999, s-maxage="',
  'Cache-Control: private, no-store',
  'Vary: *',
  'Vary: Cookie, Cookie, \x7f',
  'Retry-After: -5',
  'Retry-After: 99999999999999',
  'Retry-After: Thu, 01 Jan 1970 00:00:00 GMT',
  'Retry-After: soon',
  'ETag: W/"',
  'ETag: a\tb',
  'Last-Modified: never',
  'Content-Range: bytes 5-1/0',
  'Content-Disposition: attachment; filename="../../x\\"',
  "Content-Disposition: inline; filename*=utf-8''%00%ff",
  'Content-Language: \xfc',
  `X-Long: ${'x'.repeat(5_000)}`,
  'Refresh: 0;url=https://evil.example',
  'Clear-Site-Data: "*"',
  'Content-Location: //evil.example',
  ' folded: yes',
  'No-Colon',
  'Bad Name: 1',
  'Content-Length: 3',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Date: x',
  '',
];
const types = [
  'application/json',
  'application/json; charset=utf-16',
  'text/html',
  'text/html; charset=utf-7',
  'image/png',
  'image/svg+xml',
  'application/pdf',
  'text/css',
  '',
  ';',
  'application/octet-stream',
  'multipart/mixed; boundary=x',
];
const tokens = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\0',
  ' ',
  ':',
  '0\r\n\r\n',
  'ffffffff\r\n',
  'HTTP/1.1 200 OK\r\n',
  'Content-Length: 9\r\n',
  '"',
  '}',
  '\xff',
  '\\u',
  '<script>',
];

/** Makes invalid answers of a host, in every way in which they reach the browser. */
export function hostMaker(): Maker {
  return (chance, place, number) => {
    const way = chance.pick(ways)(number);
    place.hostAnswers?.set(number, oddAnswer(chance));
    const headers = callerHeaders(chance, place, way.isAdmin);
    if (way.body) headers.push(['Content-Type', 'application/json']);
    if (chance.percent(30)) headers.push(['Accept-Encoding', 'br, gzip']);
    return {
      bytes: requestBytes(`${way.line} HTTP/1.1`, headers, way.body ?? ''),
      isWhole: true,
      badHost: true,
    };
  };
}

function oddAnswer(chance: Chance): HostAnswer {
  const [body, coding] = packed(chance, contentOf(chance));
  const isChunked = chance.percent(25);
  const length = chance.percent(88)
    ? body.length
    : chance.pick([0, 1, body.length + 5, -1, 2 ** 53, 2 ** 64]);
  const lines = [
    chance.percent(75) ? 'HTTP/1.1 200 OK' : chance.pick(statusLines),
    `Content-Type: ${chance.percent(85) ? 'application/json' : chance.pick(types)}`,
    ...(coding ? [`Content-Encoding: ${coding}`] : []),
    ...(isChunked ? ['Transfer-Encoding: chunked'] : chance.percent(95) ? [`Content-Length: ${length}`] : []),
    ...Array.from({ length: chance.upTo(3) }, () => chance.pick(headerLines)).filter((line) => line !== ''),
    ...(chance.percent(2) ? Array.from({ length: 400 + chance.upTo(3_000) }, (_, at) => `X-${at}: x`) : []),
  ];
  const interim = chance.percent(6)
    ? `HTTP/1.1 ${chance.pick(['100 Continue', '102 Wait', '103 Hints\r\nLink: </x>', '199 Odd'])}\r\n\r\n`
    : '';
  const head = Buffer.from(`${interim}${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const whole = Buffer.concat([head, isChunked ? chunked(chance, body) : body]);
  // Some answers are cut, damaged, or followed by an unrequested answer.
  if (chance.percent(10)) return { bytes: whole.subarray(0, chance.upTo(whole.length)), closes: true };
  if (chance.percent(20)) return { bytes: damaged(chance, whole, tokens), closes: true };
  if (chance.percent(5)) return { bytes: Buffer.concat([whole, whole]), closes: chance.percent(50) };
  return { bytes: whole, closes: chance.percent(60) };
}

function contentOf(chance: Chance): Buffer {
  switch (chance.upTo(12)) {
    case 0:
      return Buffer.from('['.repeat(1 + chance.upTo(200_000)));
    case 1:
      return Buffer.from(`{"status":1,"data":${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}}`);
    case 2:
      return Buffer.from(chance.text(2_000));
    case 3:
      return Buffer.from('<html><script>alert(1)</script>');
    case 4:
      return Buffer.from(
        JSON.stringify({ status: 1, data: Array.from({ length: chance.upTo(5_000) }, (_, id) => ({ id })) }),
      );
    case 5:
      return Buffer.from(
        chance.pick([
          '',
          'null',
          '1',
          '"x"',
          '[]',
          '{}',
          '{"status":0}',
          '{"data":null}',
          '{"status":1,"data":[]}',
          '{"status":1,"data":{"data":{}}}',
          '\ufeff{"status":1}',
          '{"__proto__":{"polluted":1}}',
          '{"token":"evil"}',
          '{"data":{"access_token":{"a":1}}}',
        ]),
      );
    default:
      return Buffer.from(JSON.stringify({ status: 1, message: chance.text(20), data: oddRecord(chance) }));
  }
}

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e300,
  '',
  'x',
  '1',
  [],
  {},
  [null],
  { data: [] },
  '/storage/a.png',
  'javascript:alert(1)',
  '//evil.example/x.png',
  '2026-99-99',
  '<p>x</p>',
  '<b'.repeat(3_000),
  '\ud800',
  { toString: 1 },
  '\u0000',
];
const fields = [
  'id',
  'blog_title',
  'title',
  'name',
  'description',
  'slug',
  'images',
  'image',
  'blog_image',
  'video',
  'category',
  'created_at',
  'updated_at',
  'is_active',
  'closes_at',
  'status',
  'employment_type',
  'salary_min',
  'data',
  'comments',
  'constructor',
  '__proto__',
];

function oddRecord(chance: Chance): unknown {
  return Object.fromEntries(
    Array.from({ length: chance.upTo(fields.length) }, () => [chance.pick(fields), chance.pick(oddValues)]),
  );
}

function packed(chance: Chance, body: Buffer): [Buffer, string | undefined] {
  if (chance.percent(85)) return [body, undefined];
  const bomb = gzipBomb;
  return chance.pick<[Buffer, string]>([
    [gzipSync(body), 'gzip'],
    [brotliCompressSync(body), 'br'],
    [gzipSync(gzipSync(body)), 'gzip, gzip'],
    [body, 'gzip'],
    [gzipSync(body).subarray(0, 15), 'gzip'],
    [bomb, 'gzip'],
    [body, 'x-unknown'],
  ]);
}

const gzipBomb = gzipSync(Buffer.alloc(80_000_000, '['));

function chunked(chance: Chance, body: Buffer): Buffer {
  const size = chance.percent(90)
    ? body.length.toString(16)
    : chance.pick(['-1', 'g', '', 'ffffffffffffffffff', `${body.length.toString(16)};a=b`]);
  const end = chance.pick(['0\r\n\r\n', '0\r\n\r\n', '0\r\nX-Evil: 1\r\n\r\n', '', '0\r\n']);
  return Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from(`\r\n${end}`)]);
}
