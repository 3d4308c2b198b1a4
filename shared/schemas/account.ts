import { z } from 'zod';
import { deskMessages } from '../desk-messages.ts';
import { roles } from '../roles.ts';
import { fieldsOf } from './fields.ts';
import { idSchema } from './id.ts';

/** A sign-in of one's own that has not ended. */
const accountSessionSchema = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  created_at: z.string(),
  /** At most five minutes behind; null when a release before wrote none. */
  last_used_at: z.string().nullable(),
  /** The network address at that time. */
  address: z.string().nullable(),
  /** The User-Agent header of the browser that signed in. */
  agent: z.string().nullable(),
});

/** One's own account. */
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
export type Account = z.infer<typeof accountSchema>;
