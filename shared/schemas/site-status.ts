import { z } from 'zod';

/** The site's status for operators: the text above the screens of the admin area. Times are ISO texts. */
export const siteStatusSchema = z.object({
  host: z.object({
    /** `down` from the time at which calls are no longer sent to the host. */
    state: z.enum(['up', 'down']),
    since: z.string().nullable(),
    /** Time of the oldest stale page that visitors get meanwhile. */
    oldest_page_at: z.string().nullable(),
  }),
  /** Visitors' forms that the host has not accepted yet. */
  intake: z.object({
    waiting: z.number().int(),
    needs_person: z.number().int(),
    oldest_at: z.string().nullable(),
    is_full: z.boolean(),
  }),
  /**
   * The groups that the engine answers in addition to an API host, as `auto` decided; absent if the reader does not
   * need to know.
   */
  fills: z.object({ groups: z.array(z.string()), decided_at: z.string() }).optional(),
  /** Null if there is nothing to back up. `last_at` is null before the first backup. */
  backup: z.object({ last_at: z.string().nullable(), is_old: z.boolean() }).nullable(),
});

export type SiteStatus = z.infer<typeof siteStatusSchema>;
