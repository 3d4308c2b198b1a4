import { z } from 'zod';
import { roles } from '../roles.ts';
import { pageOf } from './envelope.ts';
import { email, fieldsOf, idSchema, line, oneOf } from './fields.ts';
import { newPassword } from './password.ts';

/** An admin, or a person who is invited to become one (docs/product.md §17). */
export const personSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  state: z.enum(['active', 'invited']),
  /** True for the signed-in admin. */
  is_you: z.boolean(),
  /** True if sign-in requires a second step after the password. */
  has_second_step: z.boolean(),
  last_sign_in_at: z.string().nullable(),
  /** When the invitation link expires; null if there is no link any more. */
  invite_ends_at: z.string().nullable(),
});

/** One page of people, and whether the site can send mails and links. */
export const peoplePage = pageOf(personSchema).extend({
  /** `queued`: mails wait until SMTP_URL is set. */
  mails: z.enum(['sent', 'queued']),
  /** False without PUBLIC_URL: invitations and password resets are then not possible. */
  links: z.boolean(),
});

/** The body of invitePerson. */
export const inviteSchema = fieldsOf({
  name: line(),
  email: email(),
  role: oneOf(roles),
});

/** The body of updatePerson. */
export const personChangeSchema = fieldsOf({ role: oneOf(roles) });

const secret = z.string().max(100);

/** The body of readInvite and readReset. */
export const linkSchema = fieldsOf({ secret });

/** The body of acceptInvite. */
export const acceptInviteSchema = fieldsOf({ secret, name: line(), new_password: newPassword() });

/** The body of resetPassword. */
export const resetPasswordSchema = fieldsOf({ secret, new_password: newPassword() });

/** The body of forgotPassword. */
export const forgotPasswordSchema = fieldsOf({ email: email() });

export type Person = z.infer<typeof personSchema>;
export type Invite = z.infer<typeof inviteSchema>;
