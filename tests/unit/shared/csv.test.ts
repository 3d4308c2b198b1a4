import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine } from '#shared/csv.ts';

it.each([
  ['a,b;c\td', '"a,b;c\td"'],
  ['say "hi"', '"say ""hi"""'],
  [null, '""'],
  [-5, '-5'],
  // No cell begins a formula.
  ['=1+1', `"'=1+1"`],
  ['+92 300 1234567', `"'+92 300 1234567"`],
  ['-2+3', `"'-2+3"`],
  ['@SUM(1+1)', `"'@SUM(1+1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['＝1+1', `"'＝1+1"`],
  ['＠A1', `"'＠A1"`],
  ['"=1+1', '"""=1+1"'],
  ['a=1', '"a=1"'],
])('the cell %j is written %s', (value, written) => expect(csvLine([value])).toBe(`${written}\r\n`));

it('a line is read back cell by cell (RFC 4180), whatever the cells hold', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), (sent) => {
      const cells = [
        ...csvLine(sent)
          .slice(0, -2)
          .matchAll(/"((?:[^"]|"")*)"(?:,|$)/g),
      ];
      const read = cells.map(([, cell = '']) => cell.replaceAll('""', '"'));
      expect(read.map((text, index) => (text === sent[index] ? text : text.slice(1)))).toEqual(sent);
      for (const text of read) expect(text).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});
