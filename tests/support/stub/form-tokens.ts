import type { formTokenRows } from '#shared/contract/form-tokens.ts';
import { limits } from '#shared/limits.ts';
import { ok } from './content.ts';
import type { HandlersOf } from './handler.ts';

/** This host issues tokens, but accepts forms with any token or none: a host decides itself how it treats robots. */
export const formTokenHandlers: HandlersOf<typeof formTokenRows> = {
  formToken: ({ nextId, formMinSeconds }) =>
    ok({
      form_token: `stub-form-${nextId()}`,
      min_seconds: formMinSeconds,
      retention_months: limits.retentionMonths,
    }),
};
