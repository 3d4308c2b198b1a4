import type { Chance } from './chance.ts';

/**
 * Returns the bytes with one to `most` damages: bytes cut out, repeated, flipped or replaced, or a token inserted
 * that confuses parsers.
 */
export function damaged(chance: Chance, whole: Buffer, tokens: readonly string[], most = 4): Buffer {
  let bytes = whole;
  for (let left = 1 + chance.upTo(most); left > 0; left -= 1) {
    const at = chance.upTo(bytes.length);
    const end = Math.min(bytes.length, at + 1 + chance.upTo(60));
    const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
    const rest = bytes.subarray(at);
    switch (chance.upTo(6)) {
      case 0:
        bytes = Buffer.concat([before, after]);
        break;
      case 1:
        bytes = Buffer.concat([before, piece, piece, after]);
        break;
      case 2: {
        const copy = Buffer.from(bytes);
        if (copy.length > 0) copy[at] = (copy[at] ?? 0) ^ (1 << chance.upTo(8));
        bytes = copy;
        break;
      }
      case 3: {
        const copy = Buffer.from(bytes);
        if (copy.length > 0) copy[at] = chance.pick([0, 1, 0x0a, 0x0d, 0x20, 0x7f, 0x80, 0xff]);
        bytes = copy;
        break;
      }
      default:
        bytes = Buffer.concat([before, Buffer.from(chance.pick(tokens), 'latin1'), rest]);
    }
  }
  return bytes;
}

/** Tokens that confuse form parsers. */
export const formTokens = (boundary: string): readonly string[] => [
  `\r\n--${boundary}\r\n`,
  `\r\n--${boundary}--`,
  `--${boundary}`,
  '\r\n\r\n',
  '\r',
  '\n',
  '\0',
  'Content-Disposition: form-data; name="title"',
  'Content-Disposition: form-data; name="image"; filename="a.png"',
  'Content-Disposition: form-data; name=',
  'Content-Disposition: attachment; filename="x"',
  'Content-Type: application/octet-stream',
  'Content-Type: text/plain; charset=utf-16le',
  'Content-Type: text/plain; charset=x',
  'Content-Transfer-Encoding: base64',
  "; filename*=utf-8''%ff%00",
  'name="__proto__[x]"',
  'name="a[0][1][2][3][4]"',
  '\xff\xfe',
];
