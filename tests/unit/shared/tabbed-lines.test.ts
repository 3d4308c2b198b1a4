import { describe, expect, it } from 'vitest';
import { byRole, creditsText, readCredits } from '#shared/credits.ts';
import { creditLines, figureLines } from '#shared/entities/case-fields.ts';
import { optionalTabbedLines, tabbedProblem } from '#shared/schemas/fields.ts';

const credits = [
  { role: 'Direction', name: 'Sana Gul', member: 7 },
  { role: '', name: 'Zmarak Khan' },
  { role: 'Sound', name: 'پلوشہ', member: 'm-9' },
];

const creditsInput = optionalTabbedLines(creditLines);
const figuresInput = optionalTabbedLines(figureLines);
const problemsOf = (input: typeof creditsInput, text: string) =>
  input.safeParse(text).error?.issues.map(({ message }) => message);

describe('the credits of a project', () => {
  it('are read as they were written, also when their text was trimmed', () => {
    expect(readCredits(creditsText(credits))).toEqual(credits);
    expect(readCredits(creditsText(credits).trim())).toEqual(credits);
  });

  it('may be a plain list of names, with any line ends', () => {
    expect(readCredits(' Sana  Gul \r\n\r\nZmarak\tEdit\t../9')).toEqual([
      { role: '', name: 'Sana Gul' },
      { role: 'Edit', name: 'Zmarak' },
    ]);
    expect(readCredits(null)).toEqual([]);
  });

  it('are grouped by role, and people without one come last', () => {
    const others = [{ role: 'Direction', name: 'Zmarak' }, ...credits];
    expect(
      byRole([{ role: '', name: 'Ali' }, ...others]).map(({ role, people }) => [role, people.length]),
    ).toEqual([
      ['Direction', 2],
      ['Sound', 1],
      ['', 2],
    ]);
  });

  it('are stored tidily, and as null without anybody', () => {
    expect(creditsInput.parse(' Sana  Gul \t Edit \t\r\n\t')).toBe('Sana Gul\tEdit');
    expect(creditsInput.parse(' \n ')).toBeNull();
    expect(creditsInput.parse(undefined)).toBeNull();
  });

  it.each([
    ['\tEdit', 'Line 1: the name is missing.'],
    ['x'.repeat(121), 'Line 1: the name is longer than the limit of 120 characters.'],
    [`Sana\n\nSana\t${'x'.repeat(61)}`, 'Line 3: the role is longer than the limit of 60 characters.'],
    ['Sana\n'.repeat(31), 'There may be at most 30 credits.'],
    ['a\0b', 'This text contains characters that cannot be stored.'],
    ['x'.repeat(65_537), 'This text is longer than the limit of 65536 characters.'],
  ])('are refused: %j', (text, words) => {
    expect(problemsOf(creditsInput, text)).toEqual([words]);
  });
});

describe('the figures of a project', () => {
  it('are stored tidily, without parts after the label', () => {
    expect(figuresInput.parse(' 24  min \t long \r\n\r\n9\tfestivals\tmore')).toBe(
      '24 min\tlong\n9\tfestivals',
    );
  });

  it.each([
    ['24 min', 'Line 1: the label is missing.'],
    ['9\tfestivals\n\tlanguages', 'Line 2: the value is missing.'],
    ['thirteen long\tx', 'Line 1: the value is longer than the limit of 12 characters.'],
    [`9\t${'x'.repeat(41)}`, 'Line 1: the label is longer than the limit of 40 characters.'],
    ['9\tfestivals\n'.repeat(5), 'There may be at most 4 figures.'],
  ])('are refused: %j', (text, words) => {
    expect(problemsOf(figuresInput, text)).toEqual([words]);
  });

  it('say which line and which part is wrong, so that a form can show it', () => {
    expect(tabbedProblem(figureLines, '9\tfestivals\n\n24 min')).toMatchObject({ line: 2, part: 1 });
  });
});
