import { describe, expect, it } from 'vitest';
import { readTextFile } from '#shared/text-file.ts';

describe('a text file', () => {
  const text = 'From;To\r\n/über-uns;/پوسٹ\r\n';
  const utf16 = Buffer.from(text, 'utf16le');
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with a mark, as Windows writes it', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a mark', utf16],
    ['UTF-16 in the other order', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-16 in the other order without a mark', Buffer.from(utf16).swap16()],
  ])('in %s is read', (_encoding, bytes) => {
    expect(readTextFile(bytes)).toBe(text);
  });

  it.each([
    ['Windows-1252', Buffer.from('/\u00fcber-uns', 'latin1')],
    ['Windows-1251', Buffer.from([0x2f, 0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])],
    ['Shift JIS', Buffer.from([0x2f, 0x93, 0xfa, 0x96, 0x7b])],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x2f, 0, 0, 0])],
    ['UTF-16 that ends in the middle of a character', utf16.subarray(0, -1)],
  ])('in %s is not', (_encoding, bytes) => {
    expect(readTextFile(bytes)).toBeUndefined();
  });
});
