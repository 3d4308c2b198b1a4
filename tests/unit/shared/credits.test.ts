import { describe, expect, it } from 'vitest';
import { byRole, creditsText, readCredits } from '#shared/credits.ts';
import { creditsInput } from '#shared/schemas/credits.ts';

const credits = [
  { role: 'Direction', name: 'Sana Gul', member: 7 },
  { role: '', name: 'Zmarak Khan' },
  { role: 'Sound', name: 'پلوشہ', member: 'm-9' },
];

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

  it.each(['\tEdit', 'x'.repeat(121), `Sana\t${'x'.repeat(61)}`, 'Sana\n'.repeat(31), 'a\0b'])(
    'are refused: %j',
    (text) => {
      expect(creditsInput.safeParse(text).success).toBe(false);
    },
  );
});
