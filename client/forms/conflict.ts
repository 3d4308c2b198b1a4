import { ApiError } from '../api/api-error.ts';

/** Somebody saved the same thing after this form was opened (docs/architecture.md §4, 409). */
export interface Conflict {
  /** Version of what is stored now, ISO text. */
  current: string;
  /** Who saved it, as far as the host says. */
  who?: string | undefined;
}

/** The conflict that a failed save met; undefined when it failed for another reason. Hosts have 409 for other things too. */
export function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { data } = error;
  if (typeof data !== 'object' || data === null) return undefined;
  const { current, who } = data as Record<string, unknown>;
  if (typeof current !== 'string') return undefined;
  return { current, ...(typeof who === 'string' && who && { who }) };
}
