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
