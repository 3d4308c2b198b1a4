import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { removeTokenFields } from '../../../../../server/bff/upstream/redaction/token-fields.ts';

async function flow(chunks: Buffer[]): Promise<{ text: string; found: string[] }> {
  const found: string[] = [];
  const pass = removeTokenFields((place) => found.push(place));
  const text = (await buffer(Readable.from(chunks).pipe(pass))).toString();
  return { text, found };
}
const whole = (text: string) => flow([Buffer.from(text)]);

describe('removeTokenFields', () => {
  it.each<[string, string, string[]]>([
    ['{"token":"x"}', '{}', ['token']],
    ['{"token":"x","a":1}', '{"a":1}', ['token']],
    ['{"a":1,"token":"x"}', '{"a":1}', ['token']],
    ['{"a":1 , "access_token" : "x" , "b":[2] }', '{"a":1  , "b":[2] }', ['access_token']],
    ['{"data":{"token":"x"},"a":1}', '{"data":{},"a":1}', ['data.token']],
    ['{"data":{"a":{"b":1},"access_token":"x"}}', '{"data":{"a":{"b":1}}}', ['data.access_token']],
    ['{"token":"x","token":"y","access_token":"z"}', '{}', ['token', 'token', 'access_token']],
    ['{"to\\u006ben":"x","a":"b"}', '{"a":"b"}', ['token']],
    ['{"token":"a\\"b\\\\","c":"\\\\"}', '{"c":"\\\\"}', ['token']],
    ['\ufeff \n{\n  "token": "x",\n  "a": 1\n}', '\ufeff \n{\n  "a": 1\n}', ['token']],
    ['{"token":"","a":1}', '{"a":1}', []],
  ])('%s becomes %s', async (given, left, places) => {
    expect(await whole(given)).toEqual({ text: left, found: places });
  });

  it.each([
    '{}',
    '{"status":1,"data":{"data":[{"token":"x"}],"user":{"token":"x"}}}',
    '{"data":[{"token":"x"}]}',
    '{"token":{"id":1},"access_token":null,"data":{"token":7}}',
    '{"form_token":"x","tokens":"x","TOKEN":"x"}',
    '{"a":"\\"token\\":\\"x\\"","b":"{\\"token\\":1}"}',
    '{"id":12345678901234567890,"a":1.0,"b":1,"b":2}',
    `{"${'k'.repeat(500)}":1,"a":{"${'token'.repeat(50)}":"x"}}`,
    '[{"token":"x"}]',
    '"token"',
    'token=x&data.token=y',
    '',
    '{"cut":"in the mid',
    '{"cut',
    '{"a":1,,"b":2}',
    '{a:1}',
  ])('leaves %s as it is', async (text) => {
    expect(await whole(text)).toEqual({ text, found: [] });
  });

  it('does the same wherever the bytes are cut', async () => {
    const text =
      '{ "é":"\\\\\\"", "data" : {"access_token":"x\\"y","n":[1,{"token":"kept"}]} , "token":"z" }';
    const bytes = Buffer.from(text);
    const wanted = await whole(text);
    expect(wanted.found).toEqual(['data.access_token', 'token']);
    expect(JSON.parse(wanted.text)).toEqual({ é: '\\"', data: { n: [1, { token: 'kept' }] } });
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await flow([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(wanted);
    }
    expect(await flow([...bytes].map((byte) => Buffer.from([byte])))).toEqual(wanted);
  });
});
