import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createTokenSearch, redactToken } from '../../../../server/bff/session/token-in-answers.ts';

const token = '12|aB/cD+eF==_gH-iJkLmNoPqRsTuVwXyZ';

async function redacted(body: string, { type = 'application/json', secret = token } = {}) {
  const found: string[] = [];
  const answer = await redactToken(
    { status: 200, headers: { 'content-type': type }, body: Readable.from([Buffer.from(body)]) },
    { search: createTokenSearch(secret), isDownload: false, removed: (what) => found.push(what) },
  );
  return { text: (await buffer(answer.body)).toString(), found };
}

const each = (text: string, spell: (code: string) => string) =>
  [...text].map((letter) => spell(letter.charCodeAt(0).toString(16).padStart(2, '0'))).join('');
const percent = (text: string) => each(text, (code) => `%${code}`);
const unicode = (text: string) => each(text, (code) => `\\u00${code}`);

test.each<[string, string]>([
  ['as it is', token],
  ['as PHP writes JSON', token.replaceAll('/', '\\/')],
  ['as PHP writes JSON in JSON', token.replaceAll('/', '\\\\\\/')],
  ['in percent encoding', encodeURIComponent(token)],
  ['in percent encoding of every letter', percent(token)],
  ['in percent encoding, upper case', percent(token).toUpperCase()],
  ['in \\u escapes', unicode(token)],
  ['in \\u escapes, quoted once more', unicode(token).replaceAll('\\', '\\\\')],
  ['in a mixture', `${token.slice(0, 5)}${percent(token.slice(5, 9))}${unicode(token.slice(9))}`],
  ['in HTML entities', each(token, (code) => `&#x${code};`)],
  ['in decimal entities', each(token, (code) => `&#${Number.parseInt(code, 16)};`)],
])('the token %s is removed, from JSON and from text', async (_how, spelled) => {
  const json = await redacted(`{"id":1,"a":"é ${spelled} after"}`);
  expect(json).toEqual({ text: '{"id":1,"a":"é [removed] after"}', found: ['session token'] });
  const text = await redacted(`é ${spelled} after`, { type: 'text/plain' });
  expect(text).toEqual({ text: 'é [removed] after', found: ['session token'] });
});

test.each(['', 'u', 'us', 'user', 'user:', 'user:1'])('Base64 after %j is removed', async (before) => {
  for (const alphabet of ['base64', 'base64url'] as const) {
    const encoded = Buffer.from(`${before}${token}:rest`).toString(alphabet);
    for (const spelled of [encoded, encoded.replaceAll('/', '\\/')])
      expect((await redacted(`{"a":"x ${spelled} y"}`)).text).toBe('{"a":"x [removed] y"}');
  }
});

test.each(['a%2Fb%2Fc-token', 'quo"te\\d\\token"', 'ends-with-a-slash/', '-_-_-_-'])(
  'the odd token %j is found in JSON, and in JSON in JSON',
  async (secret) => {
    for (const odd of [secret, JSON.stringify({ secret }), encodeURIComponent(secret)]) {
      const { text, found } = await redacted(JSON.stringify({ odd, [secret]: 1 }), { secret });
      expect(text).not.toContain(secret.slice(1, -1));
      expect(found).toEqual(['session token']);
    }
  },
);

test.each<[string, string, string[]]>([
  ['{"token":"x"}', '{}', ['token']],
  ['{"a":1 , "access_token" : "x" , "b":[2] }', '{"a":1,"b":[2]}', ['access_token']],
  ['{"data":{"a":{"b":1},"access_token":"x"}}', '{"data":{"a":{"b":1}}}', ['data.access_token']],
  ['{"token":"x","token":""}', '{}', []],
  ['{"data":{"token":"x"},"data":{}}', '{"data":{}}', []],
  ['{"to\\u006ben":"x","a":"b"}', '{"a":"b"}', ['token']],
  ['\ufeff \n{\n  "token": "x",\n  "a": 1\n}', '{"a":1}', ['token']],
])('%s becomes %s', async (given, text, found) => {
  expect(await redacted(given)).toEqual({ text, found });
});

test.each([
  '{"status":1,"data":{"data":[{"token":"x"}],"user":{"token":"x"}}}',
  '[{"token":"x"}]',
  '{"token":{"id":1},"access_token":null,"data":{"token":7}}',
  '{ "form_token":"x", "tokens":"\\u0041", "id":12345678901234567890, "b":1.0, "b":2 }',
  '{"of another": "iJkLmNoPqRsTuVwXyZ", "id":12345678901234567890}',
  '{"a":"\\"token\\"","b":"token"}',
  '{"cut":"in the mid',
  'token=x&data.token=y',
])('leaves %s as it is', async (text) => {
  expect(await redacted(text)).toEqual({ text, found: [] });
});

test.each([
  `{"token":"secret-1`,
  `{"token":"secret-1","a":}`,
  `{"token":"x","a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
])('a field that cannot be removed is not passed on, and no error quotes it', async (text) => {
  const failed = await redacted(text).catch((error) => error);
  expect(failed).toMatchObject({ code: 'upstream.badAnswer', status: 502 });
  expect(JSON.stringify([failed.message, String(failed.cause)])).not.toContain('secret');
});
