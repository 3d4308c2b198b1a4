import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { RowId } from '../../../database/row-id.ts';
import type { SecondStepKeys } from './keys.ts';

/** How long somebody has for the second step, and a browser for a passkey, in milliseconds. */
export const ticketLifeMs = 5 * 60_000;

/** `password`: the password was right. `challenge`: what a passkey signs to sign in. `new-passkey`: the same to add one. */
type TicketKind = 'password' | 'challenge' | 'new-passkey';

export interface Ticket {
  kind: TicketKind;
  /** Whose it is; 0 of a challenge for whoever has a passkey. */
  admin: RowId;
  /** What else must still be so when it comes back. */
  of: string;
  /** Milliseconds since 1970. */
  until: number;
  /** It is good once: this is what is noted of it (repository.ts, `spend`). */
  id: string;
}

const shape = z.object({
  kind: z.enum(['password', 'challenge', 'new-passkey']),
  admin: z.number(),
  of: z.string(),
  until: z.number(),
  id: z.string(),
});

/** Statements that we sign and somebody else keeps: nothing is stored for who only asks. */
export interface Tickets {
  issue(kind: TicketKind, admin: RowId, of?: string): string;
  /** Undefined for what was not signed here, is of another kind, or is over. */
  read(kind: TicketKind, text: string): Ticket | undefined;
}

/** `now` gives milliseconds since 1970. */
export function createTickets(keys: SecondStepKeys, now: () => number): Tickets {
  return {
    issue(kind, admin, of = '') {
      const ticket: Ticket = {
        kind,
        admin,
        of,
        until: now() + ticketLifeMs,
        id: randomBytes(16).toString('base64url'),
      };
      const text = Buffer.from(JSON.stringify(ticket)).toString('base64url');
      return `${text}.${keys.sign(text)}`;
    },
    read(kind, given) {
      const [text = '', signature = '', ...more] = given.split('.');
      if (more.length > 0 || !keys.isSigned(text, signature)) return undefined;
      const ticket = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
      return ticket.kind === kind && ticket.until > now() ? ticket : undefined;
    },
  };
}

/** Changes with the password, and tells nothing of its hash: browsers can read what a ticket says. */
export function passwordMark(passwordHash: string): string {
  return createHash('sha256').update(`ticket ${passwordHash}`).digest('base64url').slice(0, 22);
}
