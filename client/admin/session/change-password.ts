import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { changePasswordSchema } from '#shared/schemas/password.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';

export type PasswordChange = z.infer<typeof changePasswordSchema>;

/**
 * Changes the admin's own password. Throws `ApiError`: fields.invalid (422, e.g. a wrong current password), login.throttled
 * (429, after several wrong ones). What is typed is kept nowhere.
 */
export function useChangePassword() {
  return useMutation({
    gcTime: 0,
    mutationFn: async (body: PasswordChange) => {
      const answer = await callApi('changePassword', { body });
      if (answer.status === 1) return;
      throw new ApiError(answer.code ?? 'request.failed', 200, {
        ...(answer.message && { message: answer.message }),
      });
    },
  });
}
