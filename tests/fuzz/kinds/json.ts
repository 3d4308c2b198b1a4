import { gzipSync } from 'node:zlib';
import { rows } from '#shared/contract/index.ts';
import { callerHeaders, type Maker, requestBytes } from '../case.ts';
import type { Chance } from '../chance.ts';
import { damaged } from '../mutate.ts';

// The calls without sign-in and password: these end sessions and lock accounts, and have their own cases
// (tests/contract/session/throttle.test.ts).
const calls = rows.filter(
  (row) =>
    row.method === 'POST' &&
    (row.body || !row.upload) &&
    !/^(login|logout|renewSession|changePassword)$/.test(row.name),
);

const numbers = [
  '0',
  '-0',
  '1',
  '-1',
  '1e400',
  '-1e400',
  '1e-400',
  '0.1',
  '9007199254740993',
  '00',
  '01',
  '+1',
  '.5',
  '1.',
  '0x10',
  'NaN',
  'Infinity',
  '1_000',
  '9'.repeat(4_000),
  `0.${'0'.repeat(3_000)}1`,
  '1E+2',
];
const keys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  'id',
  'ids',
  'status',
  '_method',
  'a.b',
  'a[b]',
  '\\u005f_proto__',
  '\\ud800',
  '\\u0000',
  'x'.repeat(2_000),
];
const texts = [
  '',
  'a',
  '\\ud800',
  '\\udfff\\ud800',
  '\\u0000',
  '\\u202e',
  'پشاور',
  '🎬',
  '\\x41',
  '\\',
  '\\u12',
  '\t',
  '\0',
  '<script>',
  "' or 1=1 --",
  'x'.repeat(20_000),
  '2026-02-30',
  'a@b.example',
  'https://a.example/',
  '%00',
];
const tokens = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  'null',
  'true',
  '\ufeff',
  '\0',
  '//',
  '/*',
  'e999',
  '\\u',
  '__proto__',
  '\xc3',
  '\xed\xa0\x80',
  '\xf8',
];

/** Makes JSON bodies for every call that accepts them: deep, duplicated, of wrong types, in wrong encodings. */
export function jsonMaker(): Maker {
  return (chance, place) => {
    const row = chance.pick(calls);
    const known = keysOf(row.body);
    const text = chance.percent(4) ? deep(chance) : objectOf(chance, known, 3);
    const plain = Buffer.from(text, 'utf8');
    const [body, more] = encoded(chance, chance.percent(35) ? damaged(chance, plain, tokens) : plain);
    const id = chance.pick(['1', '2', '987654321', '0', '-1', '1e3', '%00', '99999999999999999999']);
    const headers = [...callerHeaders(chance, place, row.access === 'admin' && !chance.percent(5)), ...more];
    return {
      bytes: requestBytes(`POST ${row.path.replace('{id}', id)} HTTP/1.1`, headers, body),
      isWhole: true,
    };
  };
}

function anyValue(chance: Chance, known: readonly string[], depth: number): string {
  switch (chance.upTo(depth > 0 ? 7 : 4)) {
    case 0:
      return chance.pick(numbers);
    case 1:
      return `"${chance.pick(texts)}"`;
    case 2:
      return JSON.stringify(chance.text(40));
    case 3:
      return chance.pick(['null', 'true', 'false', '[]', '{}', '""', 'undefined', "'a'"]);
    case 4:
      return `[${Array.from({ length: chance.upTo(6) }, () => anyValue(chance, known, depth - 1)).join(',')}]`;
    case 5:
      return `[${Array.from({ length: chance.upTo(1_500) }, (_, at) => at).join(',')}]`;
    default:
      return objectOf(chance, known, depth - 1);
  }
}

/**
 * Keys are sometimes duplicated: the schema has to decide which value counts, so that two parsers cannot disagree.
 */
function objectOf(chance: Chance, known: readonly string[], depth: number): string {
  const pairs = Array.from({ length: chance.upTo(8) }, () => {
    const key = chance.percent(65) && known.length > 0 ? chance.pick(known) : chance.pick(keys);
    return `"${key}":${anyValue(chance, known, depth)}`;
  });
  if (chance.percent(10)) pairs.push(...pairs);
  return `{${pairs.join(',')}}`;
}

function deep(chance: Chance): string {
  const levels = 10 + chance.upTo(chance.percent(20) ? 200_000 : 3_000);
  const [open, close] = chance.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"ids":', '}]'],
  ] as const);
  return open.repeat(levels) + (chance.percent(50) ? `1${close.repeat(levels)}` : '');
}

/** Returns the body as it is sent, with headers that describe it correctly or not. */
function encoded(chance: Chance, plain: Buffer): [body: Buffer, headers: [string, string][]] {
  const type = (value: string): [string, string] => ['Content-Type', value];
  switch (chance.upTo(14)) {
    case 0:
      return [Buffer.concat([Buffer.from('\ufeff'), plain]), [type('application/json')]];
    case 1:
      return [Buffer.from(plain.toString('utf8'), 'utf16le'), [type('application/json; charset=utf-16le')]];
    case 2:
      return [
        plain,
        [
          type(
            chance.pick([
              'application/json; charset=utf-7',
              'application/json; charset="',
              'application/json; charset=utf-16',
              'text/json',
              'application/x-www-form-urlencoded',
              'text/plain',
              ';',
              'application/json;;;',
              'application/vnd.api+json',
              'application/json, text/plain',
            ]),
          ),
        ],
      ];
    case 3:
      return [
        gzipSync(plain),
        [type('application/json'), ['Content-Encoding', chance.pick(['gzip', 'br', 'gzip, gzip', 'x'])]],
      ];
    case 4:
      return [
        gzipSync(Buffer.alloc(2_000_000, '[')),
        [type('application/json'), ['Content-Encoding', 'gzip']],
      ];
    default:
      return [plain, [type('application/json')]];
  }
}

function keysOf(schema: unknown): string[] {
  if (schema === undefined) return [];
  const { shape, def } = schema as { shape?: object; def?: { in?: unknown } };
  const names = Object.keys(shape ?? {});
  return names.length > 0 || def?.in === undefined ? names : keysOf(def.in);
}
