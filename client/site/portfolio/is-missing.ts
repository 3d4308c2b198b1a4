import { ApiError } from '../../api/api-error.ts';

/** True when the answer says that there is no such thing: not there, gone, or never a title (422, too long a one). */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && [404, 410, 422].includes(error.status);
}
