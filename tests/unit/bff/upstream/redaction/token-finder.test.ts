import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import {
  createTokenFinder,
  replaceToken,
} from '../../../../../server/bff/upstream/redaction/token-finder.ts';

const token = '12|aB/cD+eF==_gH-iJkLmNoPqRsTuVwXyZ';
const finder = createTokenFinder(token);
const cleaned = (text: string) => finder.replace(Buffer.from(text)).toString();
const percent = (text: string) =>
  [...text].map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const unicode = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

const spellings: [string, string][] = [
  ['as it is', token],
  ['after Bearer', `Bearer ${token}`],
  ['as PHP writes JSON', token.replaceAll('/', '\\/')],
  ['as PHP writes JSON in JSON', token.replaceAll('/', '\\\\\\/')],
  ['in percent encoding', encodeURIComponent(token)],
  ['in percent encoding of every letter', percent(token)],
  ['in percent encoding, upper case', percent(token).toUpperCase()],
  ['in \\u escapes', unicode(token)],
  ['in \\u escapes, quoted once more', unicode(token).replaceAll('\\', '\\\\')],
  ['in a mixture', `${token.slice(0, 5)}${percent(token.slice(5, 9))}${unicode(token.slice(9))}`],
  ['in HTML entities', [...token].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join('')],
  ['in decimal entities', [...token].map((letter) => `&#${letter.charCodeAt(0)};`).join('')],
];

describe('createTokenFinder', () => {
  it.each(['', 'u', 'us', 'user', 'user:', 'user:1'])('finds it in Base64 after %j', (before) => {
    for (const alphabet of ['base64', 'base64url'] as const) {
      const encoded = Buffer.from(`${before}${token}:rest`).toString(alphabet);
      const found = cleaned(`x ${encoded} y`);
      expect(found).toContain('[removed]');
      const inner = token.slice(3, 21);
      const left = found.replaceAll('[removed]', '').slice(2, -2);
      expect(Buffer.from(left, 'base64').toString('latin1')).not.toContain(inner);
    }
  });

  it.each(['a%2Fb%2Fc-token', 'quo"te\\d\\token"', 'ends-with-a-slash/'])('finds %j too', (odd) => {
    const own = createTokenFinder(odd);
    for (const text of [odd, JSON.stringify(odd), JSON.stringify({ t: JSON.stringify({ odd }) })]) {
      expect(own.replace(Buffer.from(text)).toString()).not.toContain(odd.slice(1, -1));
    }
    expect(own.replace(Buffer.from(encodeURIComponent(odd))).toString()).toBe('[removed]');
  });
});

describe('replaceToken', () => {
  async function flow(chunks: Buffer[], found = () => {}): Promise<string> {
    return (await buffer(Readable.from(chunks).pipe(replaceToken(finder, found)))).toString();
  }

  it.each(spellings)('finds the token %s across every border of two chunks', async (_how, spelled) => {
    const text = Buffer.from(`{"a":"é ${spelled} after"}`);
    const whole = `{"a":"é ${spelled.startsWith('Bearer') ? 'Bearer ' : ''}[removed] after"}`;
    for (let at = 0; at <= text.length; at += 1) {
      expect(await flow([text.subarray(0, at), text.subarray(at)])).toBe(whole);
    }
  });

  it('gives every byte on that is no token, and holds back no more than a spelling takes', async () => {
    const bytes = Buffer.alloc(300_000, 'text with \\ and % and " ');
    const pass = replaceToken(finder, () => {});
    let given = 0;
    pass.on('data', (part: Buffer) => (given += part.length));
    pass.write(bytes);
    await new Promise((resolve) => setImmediate(resolve));
    expect(bytes.length - given).toBeLessThanOrEqual(finder.reach);
    expect(await flow([bytes])).toBe(bytes.toString());
  });
});
