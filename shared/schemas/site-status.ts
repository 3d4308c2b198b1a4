import { z } from 'zod';

/** How the site is doing, for whoever runs it: what the admin area says above its screens. Times are ISO texts. */
export const siteStatusSchema = z.object({
  host: z.object({
    /** `down` from the moment at which calls are no longer sent there. */
    state: z.enum(['up', 'down']),
    since: z.string().nullable(),
    /** When the oldest page that visitors get meanwhile was made. */
    oldest_page_at: z.string().nullable(),
  }),
  /** Forms of visitors that the host has not taken yet. */
  intake: z.object({
    waiting: z.number().int(),
    needs_person: z.number().int(),
    oldest_at: z.string().nullable(),
    is_full: z.boolean(),
  }),
  /** What the engine answers beside an API host, since `auto` has decided so; absent where nobody has to know. */
  fills: z.object({ groups: z.array(z.string()), decided_at: z.string() }).optional(),
  /** Null where there is nothing to back up. `last_at` is null while there has never been one. */
  backup: z.object({ last_at: z.string().nullable(), is_old: z.boolean() }).nullable(),
});

export type SiteStatus = z.infer<typeof siteStatusSchema>;
