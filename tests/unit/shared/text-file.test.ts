import { expect, it } from 'vitest';
import { readTextFile } from '#shared/text-file.ts';

const text = 'From;To\r\n/über-uns;/پوسٹ\r\n';
const utf16 = Buffer.from(text, 'utf16le');
it.each([
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), text],
  ['UTF-16 with a mark, as Windows writes it', Buffer.from(`\uFEFF${text}`, 'utf16le'), text],
  ['UTF-16 without a mark', utf16, text],
  ['UTF-16 in the other order', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), text],
  ['UTF-16 in the other order without a mark', Buffer.from(utf16).swap16(), text],
  ['Windows-1252', Buffer.from('/\u00fcber-uns', 'latin1'), undefined],
  ['Shift JIS', Buffer.from('2f93fa967b', 'hex'), undefined],
  ['UTF-32', Buffer.from('fffe00002f000000', 'hex'), undefined],
  ['UTF-16 that ends in the middle of a character', utf16.subarray(0, -1), undefined],
])('a text file in %s is read, or not', (_encoding, bytes, read) => expect(readTextFile(bytes)).toBe(read));
