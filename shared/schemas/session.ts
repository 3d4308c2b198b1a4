import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { roles } from '../roles.ts';

const required = messages['login.fieldsRequired'];
const tooLong = (limit: number) => messageText('field.tooLong', { limit });

/** What nobody sees: control and format characters, bidirectional marks, white space of no width. Hosts compare without them. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;

/** What the login form sends. The password is compared as it is: no trimming. */
export const loginSchema = z.object(
  {
    email: z
      .string(required)
      .trim()
      .min(1, required)
      .max(limits.email, tooLong(limits.email))
      .refine((email) => !unseen.test(email), messages['login.unseenCharacters']),
    password: z.string(required).min(1, required).max(limits.password, tooLong(limits.password)),
  },
  required,
);

/** Who is signed in, as far as the API host says. Never a token. */
export const sessionUserSchema = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  /** Of a host that knows our roles; another's word for something is no role. */
  role: z.enum(roles).optional().catch(undefined),
});

/**
 * The answer of GET /api/session. `expires_at` is ISO text: the end of the sliding or the absolute life, the nearer;
 * `expires_in` the whole seconds until then, for a browser whose clock is wrong. `renewable` is false when the absolute
 * life is the nearer one: nothing but a new sign-in goes past it.
 */
export const sessionSchema = z.object({
  authenticated: z.boolean(),
  user: sessionUserSchema.optional(),
  expires_at: z.string().optional(),
  expires_in: z.number().optional(),
  renewable: z.boolean().optional(),
});

/** `missing` are names of contract rows. */
export const hostCallsSchema = z.object({
  missing: z.array(z.string()),
  /** The kinds of things that come back where `restoreDeleted` is there; absent where all do. */
  restores: z.array(z.string()).optional(),
  /** What people type beside the password, where that is no email address. */
  login_name: z.literal('user_name').optional(),
  /** Of a host that is described by a file, for who is signed in: `missing` is certain then, and nobody needs to ask for what it names. */
  by_file: z
    .object({
      /** What updateApplicantStatus takes, where that is not everything. */
      applicant_changes: z.array(z.string()).optional(),
      /** The statuses that the host has words for. */
      applicant_statuses: z.array(z.string()).optional(),
    })
    .optional(),
  /** The kinds of things whose versions the site keeps in front of a host that keeps none; absent where that is the host's own. */
  versions: z.array(z.string()).optional(),
});

export type HostCalls = z.infer<typeof hostCallsSchema>;
export type Credentials = z.infer<typeof loginSchema>;
export type SessionUser = z.infer<typeof sessionUserSchema>;
export type SessionState = z.infer<typeof sessionSchema>;
