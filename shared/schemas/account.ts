import { z } from 'zod';
import { deskMessages } from '../desk-messages.ts';
import { roles } from '../roles.ts';
import { fieldsOf, idSchema } from './fields.ts';

/** An active session of the admin's own account. */
const accountSessionSchema = z.object({
  id: z.string(),
  /** True for the session of this request. */
  current: z.boolean(),
  created_at: z.string(),
  /**
   * Time of the last use. It is updated only every five minutes, so the session may have been used later. Null for a
   * session of an older release, which did not record it.
   */
  last_used_at: z.string().nullable(),
  /** The IP address at `last_used_at`. */
  address: z.string().nullable(),
  /** The User-Agent header of the browser that signed in. */
  agent: z.string().nullable(),
});

/** The account of the signed-in admin. */
export const accountSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  sessions: z.array(accountSessionSchema),
});

/** The body of endSession. */
export const endSessionSchema = fieldsOf({
  id: z.string(deskMessages['session.unknown']).regex(/^[0-9a-f]{24}$/, deskMessages['session.unknown']),
});

export type AccountSession = z.infer<typeof accountSessionSchema>;
