import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { RowId } from '../../../database/row-id.ts';
import type { SecondStepKeys } from './keys.ts';

/** How long an admin has for the second step, and a browser for a passkey, in milliseconds. */
export const ticketLifeMs = 5 * 60_000;

/**
 * `password`: the password was right. `challenge`: a passkey signs it to sign in. `new-passkey`: a passkey signs it
 * to be added.
 */
type TicketKind = 'password' | 'challenge' | 'new-passkey';

export interface Ticket {
  kind: TicketKind;
  /** The admin; 0 in a challenge that any passkey may sign. */
  admin: RowId;
  /** A condition that must still hold when the ticket comes back. */
  of: string;
  /** Milliseconds since 1970. */
  until: number;
  /** Identifies the ticket, so that it is accepted only once (repository.ts, `spend`). */
  id: string;
}

const shape = z.object({
  kind: z.enum(['password', 'challenge', 'new-passkey']),
  admin: z.number(),
  of: z.string(),
  until: z.number(),
  id: z.string(),
});

/** Signed statements that the client holds: asking for one stores nothing. */
export interface Tickets {
  issue(kind: TicketKind, admin: RowId, of?: string): string;
  /** Undefined for a ticket that was not signed here, is of another kind, or has expired. */
  read(kind: TicketKind, text: string): Ticket | undefined;
}

/** `now` returns milliseconds since 1970. */
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

/** Changes with the password, without revealing its hash: browsers can read the contents of a ticket. */
export function passwordMark(passwordHash: string): string {
  return createHash('sha256').update(`ticket ${passwordHash}`).digest('base64url').slice(0, 22);
}
