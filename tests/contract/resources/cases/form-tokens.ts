import { expect } from 'vitest';
import type { formTokenRows } from '#shared/contract/form-tokens.ts';
import type { GoodCalls } from './good-call.ts';

export const formTokenCalls: GoodCalls<typeof formTokenRows> = {
  formToken: () => ({
    data: {
      form_token: expect.stringMatching(/^[\w.-]{8,200}$/),
      min_seconds: 3,
      retention_months: 6,
    },
  }),
};
