import type { formTokenRows } from '#shared/contract/form-tokens.ts';
import { limits } from '#shared/limits.ts';
import { ok } from './content.ts';
import type { HandlersOf } from './handler.ts';

/** This host gives tokens, and takes forms with any or none: what it does with robots is its own affair. */
export const formTokenHandlers: HandlersOf<typeof formTokenRows> = {
  formToken: ({ nextId, formMinSeconds }) =>
    ok({
      form_token: `stub-form-${nextId()}`,
      min_seconds: formMinSeconds,
      retention_months: limits.retentionMonths,
    }),
};
