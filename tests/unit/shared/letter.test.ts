import { expect, test } from 'vitest';
import { textOf } from '#shared/desk-messages.ts';
import { letterPreviewSchema } from '#shared/schemas/letter.ts';

const problemOf = (body: string) => letterPreviewSchema.shape.body.safeParse(body).error?.issues[0]?.message;

test.each([
  ['– Salary: (amount)\n– Start: (date)\n– Bonus: (amount)', '(amount), (date)'],
  ['– (your question)', '(your question)'],
  ['Gehalt: (?Betrag im Jahr), ab (? Monat)', '(?Betrag im Jahr), (? Monat)'],
])('a gap is named: %s', (body, gaps) => expect(problemOf(body)).toBe(textOf('letter.gaps', { gaps })));

test('other brackets are text', () => {
  expect(
    problemOf('Studio (Peshawar), a date (Monday), (Date), about 45 minutes (?), (the amount), (??), f(x)'),
  ).toBeUndefined();
});
