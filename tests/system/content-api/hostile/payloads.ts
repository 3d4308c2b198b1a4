import { parse } from 'node:querystring';
import fc from 'fast-check';
import type { ContractRow } from '#shared/contract/index.ts';

/** A request that a row must refuse. */
export interface HostileRequest {
  path: string;
  body?: FormData | string | Buffer;
  headers: Record<string, string>;
}

/** An id without a record, since the engine is empty. */
const unknownId = '987654321012345';
const badIds = [
  '0',
  '-1',
  '007',
  '1.5',
  '1e3',
  '%00',
  '١',
  'NaN',
  '1%2F2',
  '9'.repeat(16),
  "1'--",
  '%E0%A4%A',
];

const hostileTexts = [
  '',
  ' \t\r\n ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202Eevil',
  'x'.repeat(300),
  'x'.repeat(9_000),
  '-1',
  '0',
  '2',
  '1.5',
  '1e3',
  '0x10',
  '١٢',
  'NaN',
  '-Infinity',
  '9'.repeat(400),
  'true',
  'null',
  '[]',
  '{}',
  '[object Object]',
  "' or 1=1 --",
  '"; drop table blogs; --',
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  'javascript:alert(1)',
  'https://',
  'http://a b',
  'https:\\\\evil',
  'a@b',
  '@',
  'a@b@c.de',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '2026-01-01T00:00:00',
  '<script>alert(1)</script>',
  '<p><br></p>',
  '<'.repeat(2_000),
  '🎬'.repeat(200),
];

const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 80 }));
const oddNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'page[]',
  'a[b][c]',
  '',
  'x'.repeat(200),
);

/** Returns all hostile requests for this row; undefined if it accepts no input. */
export function hostileRequests(row: ContractRow): fc.Arbitrary<HostileRequest> | undefined {
  const bodies = bodiesOf(row);
  const queries = row.query && badQueries(row.query);
  if (row.path.includes('{id}')) {
    const ids = fc.constantFrom(unknownId, ...badIds);
    const anyQuery = queries ?? fc.constant('');
    return fc
      .tuple(ids, anyQuery, bodies ?? fc.constant({ headers: {} }))
      .map(([id, query, sent]) => ({ path: row.path.replace('{id}', id) + query, ...sent }));
  }
  if (queries) return queries.map((query) => ({ path: row.path + query, headers: {} }));
  return bodies?.map((sent) => ({ path: row.path, ...sent }));
}

type Sent = Pick<HostileRequest, 'body' | 'headers'>;

function bodiesOf(row: ContractRow): fc.Arbitrary<Sent> | undefined {
  if (row.upload) return fc.oneof({ weight: 4, arbitrary: forms(row.upload) }, brokenForms);
  if (row.body) return fc.oneof({ weight: 5, arbitrary: badJson(row.body) }, brokenJson);
  return undefined;
}

/** Query strings that the row's schema refuses, as the engine parses them. */
function badQueries(schema: NonNullable<ContractRow['query']>): fc.Arbitrary<string> {
  const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...keysOf(schema)), oddNames), text), {
    minLength: 1,
    maxLength: 6,
  });
  return (
    pairs
      .map((sent) => `?${new URLSearchParams(sent)}`)
      // Node itself refuses a longer query (431, 16 KiB of headers) before the rules are reached.
      .filter((query) => query.length < 12_000)
      .filter((query) => !schema.safeParse({ ...parse(query.slice(1)) }).success)
  );
}

/** JSON values that the row's schema refuses: with its own fields, others, or none. */
function badJson(schema: NonNullable<ContractRow['body']>): fc.Arbitrary<Sent> {
  const value = fc.oneof(
    text,
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(1e308, -0, 2 ** 53, 0.1 + 0.2),
    fc.array(fc.oneof(fc.integer(), text), { maxLength: 30 }),
  );
  const key = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...keysOf(schema)) }, oddNames);
  const fields = fc.array(fc.tuple(key, value), { maxLength: 12 }).map((pairs) => Object.fromEntries(pairs));
  return fc
    .oneof({ weight: 5, arbitrary: fields }, value)
    .filter((sent) => !schema.safeParse(JSON.parse(JSON.stringify(sent))).success)
    .map((sent) => ({ body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }));
}

const brokenJson: fc.Arbitrary<Sent> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(
        '',
        '{',
        '{"a":1,}',
        '\ufeff{}',
        '{"__proto__":{"polluted":true}}',
        '['.repeat(20_000),
        `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
        'NaN',
        '{} {}',
      ),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    ),
    fc.constantFrom<Record<string, string>>(
      { 'content-type': 'application/json' },
      { 'content-type': 'application/json; charset=utf-7' },
      { 'content-type': 'application/json; charset="' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      { 'content-type': 'application/json', 'content-encoding': 'rot13' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data' },
      { 'content-type': ';' },
    ),
  )
  .map(([body, headers]) => ({ body, headers }));

/**
 * Forms with the row's own fields and with others. No file is an image and no email address is valid, so none of
 * these forms can be accepted.
 */
function forms(upload: NonNullable<ContractRow['upload']>): fc.Arbitrary<Sent> {
  const texts = fc.constantFrom(...upload.texts.map((field) => field.name), 'unknown');
  const fileName = fc.oneof(
    ...upload.files.map((field) => fc.stringMatching(field.pattern)),
    fc.constantFrom('images[999999]', 'images[0][0]', 'tech_image[a]', '__proto__[x]', 'file'),
  );
  const bytes = fc
    .tuple(
      fc.constantFrom(
        '',
        '\x89PNG\r\n\x1a\n',
        '\xff\xd8\xff\xe0',
        '<svg onload="alert(1)">',
        'MZ',
        'PK\x03\x04',
      ),
      fc.uint8Array({ maxLength: 100 }),
    )
    .map(([magic, junk]) => Buffer.concat([Buffer.from(magic, 'latin1'), junk]));
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(texts, text).map(([name, value]) => ({ name, value })) },
    { weight: 1, arbitrary: fc.tuple(oddNames, text).map(([name, value]) => ({ name, value })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fileName, bytes, text)
        .map(([name, value, filename]) => ({ name, value, filename })),
    },
  );
  return fc.array(part, { maxLength: 10 }).map((parts) => {
    const form = new FormData();
    for (const each of parts) {
      if ('filename' in each) form.append(each.name, new Blob([each.value]), each.filename.slice(0, 300));
      else form.append(each.name, each.value);
    }
    return { body: form, headers: {} };
  });
}

const boundary = 'hostile';
const brokenForms: fc.Arbitrary<Sent> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(
        '',
        `--${boundary}`,
        `--${boundary}--`,
        `--${boundary}\r\n\r\n\r\n--${boundary}--`,
        `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx\r\n--${boundary}--`,
        `--${boundary}\r\nContent-Disposition: form-data; name="title\r\n\r\nx\r\n--${boundary}--`,
        `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nx`,
        `--${boundary}\r\n${'X: y\r\n'.repeat(3_000)}\r\nx\r\n--${boundary}--`,
        `--${boundary}\r\nContent-Disposition: form-data; name="title"; filename="a"\r\n\r\n`,
      ),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    ),
    fc.constantFrom(
      `multipart/form-data; boundary=${boundary}`,
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary="${'x'.repeat(500)}"`,
      `multipart/mixed; boundary=${boundary}`,
      'application/x-www-form-urlencoded',
      'application/json',
    ),
  )
  .map(([body, type]) => ({ body, headers: { 'content-type': type } }));

/** Returns the field names of an object schema. */
function keysOf(schema: unknown): string[] {
  const { shape, def } = schema as { shape?: object; def?: { in?: unknown } };
  const keys = Object.keys(shape ?? {});
  if (keys.length > 0) return keys;
  return def?.in === undefined ? ['value'] : keysOf(def.in);
}
