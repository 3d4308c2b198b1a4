import { z } from 'zod';

/**
 * `data` of a 409 `conflict.newer`: the version that the caller started from, the stored version (both ISO text, from
 * `updated_at`), and who saved it, by name or email. An API host of the studio's own may not know the person.
 */
const conflictSchema = z.object({
  yours: z.string(),
  current: z.string(),
  who: z.string().optional(),
});

export type Conflict = z.infer<typeof conflictSchema>;
