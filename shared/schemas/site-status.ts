import { z } from 'zod';

/** The site's status for operators, which is shown above the screens of the admin area. Times are ISO texts. */
export const siteStatusSchema = z.object({
  host: z.object({
    /** `down` as soon as calls are no longer sent to the host. */
    state: z.enum(['up', 'down']),
    since: z.string().nullable(),
    /** The time of the oldest stale page that visitors get while the host is down. */
    oldest_page_at: z.string().nullable(),
  }),
  /** Visitors' forms that the host has not accepted yet. */
  intake: z.object({
    waiting: z.number().int(),
    needs_person: z.number().int(),
    oldest_at: z.string().nullable(),
    is_full: z.boolean(),
  }),
  /** Null if there is nothing to back up. `last_at` is null before the first backup. */
  backup: z.object({ last_at: z.string().nullable(), is_old: z.boolean() }).nullable(),
  /**
   * The parts that the operator has set up, for the list of first steps; absent in the answer of an earlier release. `mail` is
   * null if the API host sends the mails. `domain` is true if the public address (PUBLIC_URL) is https.
   */
  setup: z.object({ mail: z.boolean().nullable(), domain: z.boolean() }).optional(),
});

export type SiteStatus = z.infer<typeof siteStatusSchema>;
