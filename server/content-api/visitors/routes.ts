import { limits } from '#shared/limits.ts';
import type { FormTokens } from '../../forms/form-tokens.ts';
import type { Handlers } from '../calls.ts';

export function visitorHandlers(formTokens: FormTokens): Handlers {
  return {
    async formToken() {
      return {
        data: {
          form_token: formTokens.issue(),
          min_seconds: limits.formMinSeconds,
          retention_months: limits.retentionMonths,
        },
      };
    },
  };
}
