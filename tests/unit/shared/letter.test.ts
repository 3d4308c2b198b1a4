import { expect, test } from 'vitest';
import { textOf } from '#shared/desk-messages.ts';
import { letterPreviewSchema, templateChangeSchema } from '#shared/schemas/letter.ts';
import { defaultTemplates } from '../../../server/content-api/candidate-mails/default-templates.ts';

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

test('a template may have gaps, and every gap of the original texts is known', () => {
  for (const { body } of Object.values(defaultTemplates).flatMap((texts) => Object.values(texts))) {
    expect(templateChangeSchema.shape.body.safeParse(body).success).toBe(true);
    const gaps = body.match(/\(.*?\)/g);
    expect(problemOf(body)).toBe(gaps ? textOf('letter.gaps', { gaps: gaps.join(', ') }) : undefined);
  }
});
