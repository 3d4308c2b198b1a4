import { z } from 'zod';

/**
 * `data` of a 409 `conflict.newer`: the version that the caller started from, the stored version (both as the ISO
 * text of `updated_at`), and the name or email address of the admin who saved the stored version, if the host states
 * it.
 */
const conflictSchema = z.object({
  yours: z.string(),
  current: z.string(),
  who: z.string().optional(),
});

export type Conflict = z.infer<typeof conflictSchema>;
