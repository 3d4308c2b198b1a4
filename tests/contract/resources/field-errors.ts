import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import type { ContractRow } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { Engine } from '../../support/engines.ts';
import { type FormPart, sendForm } from '../../support/forms.ts';

/** A form with bad fields, and every text that the answer must contain, by field. */
export type FieldCase = [
  story: string,
  spoil: (form: FormPart[]) => FormPart[],
  errors: Record<string, string[]>,
];

/**
 * Tests that every bad field is reported at once, in the agreed words (docs/product.md §5): 422 with `errors` of the
 * envelope (shared/contract/README.md, "Answers"), from either engine. `make` creates a good form and the ids of its
 * address, once for all cases, since refused forms change nothing.
 */
export function describeFieldErrors(
  row: ContractRow,
  engine: Engine,
  make: () => Promise<{ form: FormPart[]; params?: { id: Id } }>,
  cases: FieldCase[],
): void {
  describe(`the fields of ${row.path}`, () => {
    let made: ReturnType<typeof make> | undefined;
    it.each(cases)('%s', async (_story, spoil, errors) => {
      made ??= make();
      const { form, params } = await made;
      const answer = await sendForm(engine.admin.post(callPath(row, params)), spoil(form));
      expect(answer.status, answer.text).toBe(422);
      expect(answer.body).toMatchObject({ status: 0, message: 'Please check the marked fields.' });
      expect(answer.body.errors).toEqual(errors);
      expect(answer.body).not.toHaveProperty('data');
    });
  });
}

/** A JSON body with bad fields, as changes of a good one, and every text that the answer must contain, by field. */
export type BodyCase = [story: string, changes: Record<string, unknown>, errors: Record<string, string[]>];

/** The same for calls that carry JSON: 422 with every bad field at once, from either engine. */
export function describeBodyErrors(
  row: ContractRow,
  engine: Engine,
  make: () => Promise<{ json: object; params?: { id: Id } }>,
  cases: BodyCase[],
): void {
  describe(`the fields of ${row.path}`, () => {
    let made: ReturnType<typeof make> | undefined;
    it.each(cases)('%s', async (_story, changes, errors) => {
      made ??= make();
      const { json, params } = await made;
      const answer = await engine.admin.post(callPath(row, params)).send({ ...json, ...changes });
      expect(answer.status, answer.text).toBe(422);
      expect(answer.body).toMatchObject({ status: 0, message: 'Please check the marked fields.' });
      expect(answer.body.errors).toEqual(errors);
      expect(answer.body).not.toHaveProperty('data');
    });
  });
}
