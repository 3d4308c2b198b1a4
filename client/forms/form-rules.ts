import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** What is wrong with a form, in words, by field. */
export type Problems<Values> = Partial<Record<keyof Values, string>>;

/** The first thing that a rule of the contract says against a value; undefined when it takes it. */
export function problemOf(rule: z.ZodType, value: unknown): string | undefined {
  return rule.safeParse(value).error?.issues[0]?.message;
}

/**
 * The first thing that a schema of the contract says against each field, in the order of the schema's rules. `fieldOf` tells
 * which field of the form shows what is wrong with one on the wire, where their names differ; undefined for none.
 */
export function problemsOf<Values>(
  schema: z.ZodType,
  sent: unknown,
  fieldOf: (wireName: string) => keyof Values | undefined = (name) => name as keyof Values,
): Problems<Values> {
  const problems: Problems<Values> = {};
  for (const { path, message } of schema.safeParse(sent).error?.issues ?? []) {
    const field = fieldOf(String(path[0]));
    if (field !== undefined) problems[field] ??= message;
  }
  return problems;
}

/** The rules of a form in the form library's shape. The values stay as they were typed. */
export function resolverOf<Values extends FieldValues>(
  findProblems: (values: Values) => Problems<Values> | Promise<Problems<Values>>,
): Resolver<Values> {
  return async (values) => {
    const problems = Object.entries(await findProblems(values)).filter(
      ([, message]) => message !== undefined,
    );
    if (problems.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(problems.map(([name, message]) => [name, { type: 'rule', message }]));
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
