import { type Case, hiddenPath, type Maker, requestBytes, visitorAddress } from '../case.ts';
import type { Chance } from '../chance.ts';
import { damaged } from '../mutate.ts';
import { methods, oddHeaders, plainTargets, targetPieces, versions } from './http-words.ts';

/** Requests whose end can be read in two ways: in the second reading a request for `hiddenPath` follows. */
const smuggling: readonly ((
  hidden: string,
  chance: Chance,
) => [headers: [string, string][], body: string])[] = [
  (hidden) => [
    [
      ['Content-Length', String(hidden.length + 5)],
      ['Transfer-Encoding', 'chunked'],
    ],
    `0\r\n\r\n${hidden}`,
  ],
  (hidden) => [
    [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Length', '4'],
    ],
    `${(hidden.length + 2).toString(16)}\r\n${hidden}\r\n\r\n0\r\n\r\n`,
  ],
  (hidden, chance) => [
    [
      ['Content-Length', '0'],
      ['Content-Length', String(hidden.length)],
      ...(chance.percent(30) ? ([['content-length', '7']] as [string, string][]) : []),
    ],
    hidden,
  ],
  (hidden, chance) => [
    [
      [
        chance.pick([
          'Transfer-Encoding',
          'Transfer-Encoding ',
          ' Transfer-Encoding',
          'Transfer_Encoding',
          'X\r\nTransfer-Encoding',
          'Transfer-\u0000Encoding',
        ]),
        chance.pick([
          'chunked',
          'xchunked',
          'chunked, identity',
          'identity, chunked',
          ' chunked',
          '\tchunked',
          '\x0bchunked',
          'CHUNKED',
          '"chunked"',
          'chunked\r\nTransfer-Encoding: x',
          'chu\r\n nked',
        ]),
      ],
      ['Content-Length', String(hidden.length + 5)],
    ],
    `0\r\n\r\n${hidden}`,
  ],
  (hidden, chance) => [
    [
      [
        'Content-Length',
        chance.pick([
          `+${hidden.length}`,
          `-${hidden.length}`,
          '0x5',
          '1e1',
          ' ',
          '0, 5',
          '99999999999999999999',
          '٥',
          `${hidden.length} `,
          '0;5',
        ]),
      ],
    ],
    hidden,
  ],
  (hidden, chance) => [
    [['Transfer-Encoding', 'chunked']],
    `${chance.pick(['0x0', '0;a=\nb', '-1', ' 0', '0 ', 'ffffffffffffffff1', 'g', '', '0\n', `0;${'x'.repeat(20_000)}`])}\r\n\r\n${hidden}`,
  ],
];

/** Makes requests, as raw bytes, that no browser sends. */
export function httpMaker(): Maker {
  return (chance, place) => {
    const kind = chance.upTo(10);
    if (kind === 0) return smuggled(chance, place.cookie);
    if (kind === 1) return pipelined(chance);
    const bytes = oddRequest(chance, place.cookie);
    if (kind === 2)
      return { bytes: bytes.subarray(0, chance.upTo(bytes.length)), isWhole: false, isPipelined: true };
    if (kind < 6) return { bytes: damaged(chance, bytes, wireTokens), isWhole: false, isPipelined: true };
    return { bytes, isWhole: false };
  };
}

const wireTokens = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\0',
  ' ',
  ':',
  '\t',
  '\r\n ',
  'HTTP/1.1',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 5\r\n',
  '\xff',
  '%',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
];

function oddTarget(chance: Chance): string {
  let target = chance.pick(plainTargets);
  for (let left = chance.upTo(3); left > 0; left -= 1) {
    const at = chance.percent(50) ? target.length : chance.upTo(target.length + 1);
    target = target.slice(0, at) + chance.pick(targetPieces) + target.slice(at);
  }
  if (chance.percent(3)) return `http://localhost${target}`;
  if (chance.percent(2)) return `http://evil.example${target}`;
  return target;
}

function oddRequest(chance: Chance, cookie: string): Buffer {
  const method = chance.percent(60) ? chance.pick(['GET', 'POST']) : chance.pick(methods);
  const line = `${method} ${oddTarget(chance)} ${chance.pick(versions)}`;
  const headers: (readonly [string, string])[] = [];
  if (!chance.percent(5)) headers.push(['Host', 'localhost']);
  headers.push(['X-Forwarded-For', visitorAddress(chance)]);
  if (chance.percent(50)) headers.push(['X-CSRF', '1']);
  if (chance.percent(40)) headers.push(['Cookie', cookie]);
  for (let left = chance.upTo(4); left > 0; left -= 1) headers.push(chance.pick(oddHeaders));
  if (chance.percent(3))
    for (let left = 50 + chance.upTo(3_000); left > 0; left -= 1) headers.push([`X-${left}`, 'x']);
  const body = chance.percent(method === 'POST' ? 70 : 5) ? Buffer.from(chance.text(300)) : Buffer.alloc(0);
  if (body.length > 0 && chance.percent(60)) headers.push(['Content-Type', 'application/json']);
  if (body.length > 0 && chance.percent(25)) {
    headers.push(['Transfer-Encoding', 'chunked']);
    return requestBytes(line, headers, chunks(chance, body));
  }
  return requestBytes(line, headers, body);
}

function chunks(chance: Chance, body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const piece = body.subarray(at, at + 1 + chance.upTo(40));
    at += piece.length;
    const size = chance.percent(95)
      ? piece.length.toString(16)
      : chance.pick(['0', '-1', 'zz', '7fffffffffffffff', '1']);
    const extension = chance.percent(10) ? `;${chance.text(20).replace(/[\r\n]/g, '')}` : '';
    pieces.push(
      Buffer.from(`${size}${extension}\r\n`, 'latin1'),
      piece,
      Buffer.from(chance.percent(97) ? '\r\n' : '\n'),
    );
  }
  const trailer = chance.percent(10) ? 'Content-Length: 3\r\nX-Late: 1\r\n' : '';
  return Buffer.concat([...pieces, Buffer.from(`0\r\n${trailer}\r\n`)]);
}

function smuggled(chance: Chance, cookie: string): Case {
  const hidden = `GET ${hiddenPath} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`;
  const [ends, body] = chance.pick(smuggling)(hidden, chance);
  const line = `${chance.pick(['POST', 'GET', 'DELETE', 'HEAD'])} ${chance.pick(['/api/contactUs', '/api/unlisted', '/', '/api/deleteBlog/1'])} HTTP/1.1`;
  const headers: [string, string][] = [
    ['Host', 'localhost'],
    ['X-CSRF', '1'],
    ['Cookie', cookie],
    ['Content-Type', 'application/json'],
    ['X-Forwarded-For', visitorAddress(chance)],
  ];
  headers.splice(chance.upTo(headers.length), 0, ...ends);
  return { bytes: requestBytes(line, headers, body), isWhole: false, isPipelined: true, mostAnswers: 1 };
}

/** Makes several requests on one connection without waiting; the answers must arrive in order. */
function pipelined(chance: Chance): Case {
  const methods = Array.from({ length: 2 + chance.upTo(12) }, () => chance.pick(['GET', 'HEAD']));
  const requests = methods.map((method) =>
    requestBytes(`${method} ${chance.pick(plainTargets)} HTTP/1.1`, [
      ['Host', 'localhost'],
      ['X-Forwarded-For', visitorAddress(chance)],
    ]),
  );
  return {
    bytes: Buffer.concat(requests),
    isWhole: true,
    isPipelined: true,
    methods,
    mostAnswers: methods.length,
  };
}
