import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** Error texts of a form by field. */
export type Problems<Values> = Partial<Record<keyof Values, string>>;

/** Returns the first error of a value under a rule of the contract; undefined when the value is valid. */
export function problemOf(rule: z.ZodType, value: unknown) {
  return rule.safeParse(value).error?.issues[0]?.message;
}

/**
 * Checks `sent` against a schema of the contract. Returns the first error of each field, in the order of the schema.
 * `fieldOf` maps a name in the contract to the form field that shows its error. It is needed only if the names
 * differ, and may return undefined if no field shows the error.
 */
export function problemsOf<Values>(
  schema: z.ZodType,
  sent: unknown,
  fieldOf: (wireName: string) => keyof Values | undefined = (name) => name as keyof Values,
) {
  const problems: Problems<Values> = {};
  for (const { path, message } of schema.safeParse(sent).error?.issues ?? []) {
    const field = fieldOf(String(path[0]));
    if (field !== undefined) problems[field] ??= message;
  }
  return problems;
}

/** Checks each value by the rule of its name. */
export function problemsByName<Values extends FieldValues>(
  rules: Readonly<Record<string, z.ZodType>>,
  values: Values,
) {
  const named = Object.entries(rules).filter(([name]) => name in values);
  return Object.fromEntries(
    named.map(([name, rule]) => [name, problemOf(rule, values[name])]),
  ) as Problems<Values>;
}

/** Converts the rules of a form into a resolver of the form library. The values stay as they were typed. */
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
