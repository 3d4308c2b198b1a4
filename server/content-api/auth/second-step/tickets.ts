import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { RowId } from '../../../database/row-id.ts';
import type { SecondStepKeys } from './keys.ts';

/** How long a ticket is valid, in milliseconds: the time for the second step, or for a browser to use a passkey. */
export const ticketLifeMs = 5 * 60_000;

/**
 * `password`: states that the password was right. `challenge`: a passkey signs it in order to sign in. `new-passkey`:
 * a new passkey signs it when it is added.
 */
type TicketKind = 'password' | 'challenge' | 'new-passkey';

export interface Ticket {
  kind: TicketKind;
  /** The admin; 0 in a challenge that any passkey may sign. */
  admin: RowId;
  /** Text that the ticket is bound to; it must still be the same when the ticket comes back. */
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

/** Signed statements that the client stores and sends back. Issuing a ticket stores nothing on the server. */
export interface Tickets {
  issue(kind: TicketKind, admin: RowId, of?: string): string;
  /** Returns the contents of a ticket; undefined if it was not signed here, is of another kind, or has expired. */
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

/**
 * Returns a text that changes with the password, without revealing its hash: browsers can read the contents of a
 * ticket.
 */
export function passwordMark(passwordHash: string): string {
  return createHash('sha256').update(`ticket ${passwordHash}`).digest('base64url').slice(0, 22);
}
