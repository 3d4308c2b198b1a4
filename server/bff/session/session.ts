import { z } from 'zod';
import { sessionUserSchema } from '#shared/schemas/session.ts';

/** The content of a session cookie. The token leaves the server only inside the seal. */
export const sessionContent = z.object({
  /** New for each sign-in. A session is revoked by this id. */
  id: z.string().min(1),
  token: z.string().min(1),
  user: sessionUserSchema.optional(),
  /** Hash of the account whose password opened the session (`accountOf`). Absent in cookies of an older release. */
  account: z.string().optional(),
  /**
   * Hash of the rule in host.json by which the user was recognised as an admin of the host (hosts/hybrid). If the
   * rule changes, a session with the old hash is no longer an admin's. Absent for other users.
   */
  admin: z.string().optional(),
  /** Milliseconds since 1970: start of the absolute life, which is never extended. */
  issuedAt: z.number(),
  /** Milliseconds since 1970: start of the sliding life, which activity extends. */
  renewedAt: z.number(),
  /** Milliseconds since 1970: when the host's token expires, if the host has said so. */
  tokenEndsAt: z.number().optional(),
});

export type Session = z.infer<typeof sessionContent>;
