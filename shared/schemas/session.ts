import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { plainEmail, plainText } from '../plain-text.ts';
import { roles } from '../roles.ts';

const required = messages['login.fieldsRequired'];
const tooLong = (limit: number) => messageText('field.tooLong', { limit });

/**
 * Matches invisible characters: control and format characters, bidirectional marks, zero-width white space. Hosts may
 * ignore them when they compare names.
 */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;

/** The login form. The password is compared unchanged: no trimming. */
export const loginSchema = z.object(
  {
    email: z
      .string(required)
      .overwrite((text) => (text.includes('@') ? plainEmail(text) : plainText(text)))
      .min(1, required)
      .max(limits.email, tooLong(limits.email))
      .refine((email) => !unseen.test(email), messages['login.unseenCharacters']),
    password: z.string(required).min(1, required).max(limits.password, tooLong(limits.password)),
  },
  required,
);

/** The signed-in admin, as far as the API host describes the account. Never contains a token. */
export const sessionUserSchema = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  /** Sent by a host that knows our roles; any other value counts as no role. */
  role: z.enum(roles).optional().catch(undefined),
});

/**
 * The answer of GET /api/session. `expires_at` is ISO text: the end of the sliding or the absolute lifetime,
 * whichever is nearer. `expires_in` is the number of whole seconds until then, for a browser whose clock is wrong.
 * `renewable` is false if the absolute lifetime is nearer: only a new sign-in extends the session then.
 */
export const sessionSchema = z.object({
  authenticated: z.boolean(),
  user: sessionUserSchema.optional(),
  expires_at: z.string().optional(),
  expires_in: z.number().optional(),
  renewable: z.boolean().optional(),
});

/** Calls and kinds of records that the host supports or lacks. `missing` contains names of contract rows. */
export const hostCallsSchema = z.object({
  missing: z.array(z.string()),
  /** The calls that this account is refused, because it is no admin of the API host; absent if there are none. */
  refused: z.array(z.string()).optional(),
  /** The kinds of records that `restoreDeleted` can restore; absent if it can restore all. */
  restores: z.array(z.string()).optional(),
  /** Set if people sign in with a user name instead of an email address. */
  login_name: z.literal('user_name').optional(),
  /** The fields of visitors' forms that the host has no place for, by call; absent if there are none. */
  unreceived: z.record(z.string(), z.array(z.string())).optional(),
  /**
   * Only for signed-in admins, and only if a host.json describes the host. The calls in `missing` are then certain to
   * be missing, so they are not tried.
   */
  by_file: z
    .object({
      /**
       * The values that a call accepts for a field, by call and field, if it does not accept all of the contract's. A
       * file that the call cannot take has none, nor has a field that it does not send.
       */
      accepted: z.record(z.string(), z.record(z.string(), z.array(z.string()))).optional(),
    })
    .optional(),
  /**
   * The kinds of records whose versions the site stores for a host without versions; absent if the host has its own.
   */
  versions: z.array(z.string()).optional(),
});

export type HostCalls = z.infer<typeof hostCallsSchema>;
export type Credentials = z.infer<typeof loginSchema>;
export type SessionUser = z.infer<typeof sessionUserSchema>;
export type SessionState = z.infer<typeof sessionSchema>;
