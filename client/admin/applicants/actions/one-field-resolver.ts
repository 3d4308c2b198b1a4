import type { FieldErrors, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** Holds a form of one text to the contract's own rule for it: the same words as the server's. */
export function oneFieldResolver<Name extends string>(
  name: Name,
  schema: z.ZodType,
): Resolver<Record<Name, string>> {
  return (values) => {
    const parsed = schema.safeParse(values[name]);
    if (parsed.success) return { values, errors: {} };
    const error = { type: 'rule', message: parsed.error.issues[0]?.message ?? '' };
    return { values: {}, errors: { [name]: error } as FieldErrors<Record<Name, string>> };
  };
}
