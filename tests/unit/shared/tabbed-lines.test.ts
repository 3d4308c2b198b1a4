import { expect, it } from 'vitest';
import { byRole, creditsText, readCredits } from '#shared/credits.ts';
import { creditLines, figureLines } from '#shared/entities/case-fields.ts';
import { optionalTabbedLines, tabbedProblem } from '#shared/schemas/fields.ts';

const creditsInput = optionalTabbedLines(creditLines);
const figuresInput = optionalTabbedLines(figureLines);

it('credits are read as they were written, also when their text was trimmed, and may be a plain list of names', () => {
  const credits = [
    { role: 'Direction', name: 'Sana Gul', member: 7 },
    { role: '', name: 'Zmarak Khan' },
    { role: 'Sound', name: 'پلوشہ', member: 'm-9' },
  ];
  expect(readCredits(creditsText(credits))).toEqual(credits);
  expect(readCredits(creditsText(credits).trim())).toEqual(credits);
  const groups = byRole([{ role: '', name: 'Ali' }, { role: 'Direction', name: 'Zmarak' }, ...credits]);
  expect(groups.map(({ role, people }) => `${role} ${people.length}`)).toEqual([
    'Direction 2',
    'Sound 1',
    ' 2',
  ]);
  expect(readCredits(' Sana  Gul \r\n\r\nZmarak\tEdit\t../9')).toEqual([
    { role: '', name: 'Sana Gul' },
    { role: 'Edit', name: 'Zmarak' },
  ]);
});

it('lines are stored tidily, and as null without anything', () => {
  expect(creditsInput.parse(' Sana  Gul \t Edit \t\r\n\t')).toBe('Sana Gul\tEdit');
  expect([creditsInput.parse(' \n '), creditsInput.parse(undefined)]).toEqual([null, null]);
  expect(figuresInput.parse(' 24  min \t long \r\n\r\n9\tfestivals\tmore')).toBe(
    '24 min\tlong\n9\tfestivals',
  );
  expect(tabbedProblem(figureLines, '9\tfestivals\n\n24 min')).toMatchObject({
    line: 2,
    part: 1,
    words: 'Line 3: the label is missing.',
  });
});
