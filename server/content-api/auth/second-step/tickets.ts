import { hash, hkdfSync, randomBytes } from 'node:crypto';
import type { RowId } from '../../../database/row-id.ts';
import { createSealer } from '../../../sealed.ts';
import type { Account } from '../repository.ts';

/** How long a ticket is valid, in milliseconds: the time for the second step, or for a browser to use a passkey. */
export const ticketLifeMs = 5 * 60_000;

/**
 * `password`: the password was right. `challenge`: a passkey signs it in order to sign in. `new-passkey`: a new passkey
 * signs it when it is added.
 */
export type TicketKind = 'password' | 'challenge' | 'new-passkey';

export interface Ticket {
  /** The account and the mark of its password; none in a challenge that any passkey may sign. */
  admin?: RowId;
  mark?: string;
  /** Milliseconds since 1970. */
  until: number;
  /** Identifies the ticket, so that it is accepted only once (`spend`). */
  id: string;
}

type Owner = Pick<Account, 'id' | 'password_hash'>;

export type SecondStepSecrets = ReturnType<typeof createSecrets>;

/**
 * Seals keys of authenticator apps for the database, so that a stolen database alone is not enough to make their codes,
 * and tickets: statements that a client stores and sends back, so that issuing one stores nothing. `keys` are derived
 * from SESSION_SECRET for this purpose: the first one seals, each of them can open. `now` returns milliseconds since
 * 1970.
 */
export function createSecrets(keys: readonly Buffer[], now: () => number) {
  const sealerFor = (purpose: string) =>
    createSealer(keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))));
  const [apps, tickets] = [sealerFor('totp keys'), sealerFor('tickets')];
  return {
    /** Seals the key of an app for the row of this account; in the row of another account it cannot be opened. */
    sealKey(admin: RowId, key: string) {
      const sealed = apps.seal(Buffer.from(key), `admin ${admin}`);
      // In the database the tag of 16 bytes stands between the nonce of 12 bytes and the key.
      return Buffer.concat([sealed.subarray(0, 12), sealed.subarray(-16), sealed.subarray(12, -16)]).toString(
        'base64url',
      );
    },
    openKey(admin: RowId, stored: string) {
      const bytes = Buffer.from(stored, 'base64url');
      const sealed = Buffer.concat([bytes.subarray(0, 12), bytes.subarray(28), bytes.subarray(12, 28)]);
      return apps.open(sealed, `admin ${admin}`)?.toString();
    },
    /** Issues a ticket in base64url, as browsers return the challenge of a passkey. */
    issue(kind: TicketKind, owner?: Owner) {
      const ticket: Ticket = {
        ...(owner && { admin: owner.id, mark: markOf(owner) }),
        until: now() + ticketLifeMs,
        id: randomBytes(16).toString('base64url'),
      };
      return tickets.seal(Buffer.from(JSON.stringify(ticket)), kind).toString('base64url');
    },
    /** Returns the contents of a ticket; undefined if it was not issued here, is of another kind, or has expired. */
    read(kind: TicketKind, given: string): Ticket | undefined {
      const opened = tickets.open(Buffer.from(given, 'base64url'), kind);
      const ticket: Ticket | undefined = opened && JSON.parse(opened.toString());
      return ticket && ticket.until > now() ? ticket : undefined;
    },
  };
}

/** True if the ticket was issued to this account, and the password has not changed since. */
export function isTicketOf({ admin, mark }: Ticket, owner: Owner): boolean {
  return admin === owner.id && mark === markOf(owner);
}

/** Changes with the password, and does not reveal its hash. */
function markOf({ password_hash }: Owner) {
  return hash('sha256', `ticket ${password_hash}`, 'base64url').slice(0, 22);
}
