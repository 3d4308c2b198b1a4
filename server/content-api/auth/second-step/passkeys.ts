import { passkeysBlockedReason } from '#shared/passkey-site.ts';
import type { Assertion, Attestation } from '#shared/schemas/second-step.ts';
import type { RowId } from '../../../database/row-id.ts';
import type { Db } from '../../../database/types.ts';
import { AppError, assertThat } from '../../../errors.ts';
import { findPasskey, notePasskeyUse, passkeysOf, spend } from './repository.ts';
import { type Ticket, type Tickets, ticketLifeMs } from './tickets.ts';

/** Loaded at first use: loading takes several hundred milliseconds, which a site without passkeys saves. */
const library = () => import('@simplewebauthn/server');

/** A new passkey of a browser, verified. */
interface MadePasskey {
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string;
  challenge: Ticket;
}

/** Passkeys of this site. User verification is always required, so that a passkey is two factors in one. */
export interface Passkeys {
  /** The code of the reason why the site cannot have passkeys; undefined if it can. */
  readonly refused: ReturnType<typeof passkeysBlockedReason>;
  /** Returns options to sign in with any passkey of the site. Throws 409 if the site cannot have passkeys. */
  options(): { challenge: string; rpId: string; timeout: number; userVerification: 'required' };
  /**
   * Returns the admin whose passkey has signed, and records the use, since an assertion is valid only once. Throws
   * 401 `passkey.wrong` for an invalid assertion.
   */
  prove(assertion: Assertion): Promise<RowId>;
  /** Returns options to create a passkey. `of` is part of the challenge: pass the same value to `made`. */
  creationOptions(
    account: { id: RowId; email: string; name: string },
    of: string,
  ): Promise<{ challenge: string }>;
  /**
   * Verifies a new passkey. Throws 422 `passkey.notMade` when it was not created with the options of
   * `creationOptions`.
   */
  made(adminId: RowId, attestation: Attestation, of: string): Promise<MadePasskey>;
}

/** `publicUrl` is PUBLIC_URL as configured; `company` returns the name of the company. */
export function createPasskeys(
  db: Db,
  tickets: Tickets,
  publicUrl: URL | undefined,
  company: () => string,
): Passkeys {
  const refused = passkeysBlockedReason(publicUrl);
  const site = (): Site => {
    if (refused || !publicUrl) throw new AppError(refused ?? 'passkey.noPublicUrl', 409);
    return { origin: publicUrl.origin, rpId: publicUrl.hostname };
  };

  return {
    refused,
    options: () => ({
      challenge: asChallenge(tickets.issue('challenge', 0)),
      rpId: site().rpId,
      timeout: ticketLifeMs,
      userVerification: 'required',
    }),

    async prove(assertion) {
      const here = site();
      const known = await findPasskey(db, assertion.id);
      assertThat(known, 'passkey.wrong', 401, { data: null });
      const use = await verifiedUse(assertion, known, here, tickets);
      const isGood = use && (await noteUse(db, known.id, use));
      assertThat(isGood, 'passkey.wrong', 401, { data: null });
      return known.admin_id;
    },

    async creationOptions(account, of) {
      const { rpId } = site();
      const { generateRegistrationOptions } = await library();
      const others = await passkeysOf(db, account.id);
      return generateRegistrationOptions({
        rpName: company(),
        rpID: rpId,
        userName: account.email,
        userDisplayName: account.name || account.email,
        userID: new TextEncoder().encode(userIdOf(account.id)),
        challenge: new TextEncoder().encode(tickets.issue('new-passkey', account.id, of)),
        timeout: ticketLifeMs,
        attestationType: 'none',
        excludeCredentials: others.map((each) => ({ id: each.credential_id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    async made(adminId, attestation, of) {
      const passkey = await verifiedPasskey(attestation, site(), (challenge) => {
        const ticket = tickets.read('new-passkey', asTicket(challenge));
        return ticket?.admin === adminId && ticket.of === of ? ticket : undefined;
      });
      assertThat(passkey, 'passkey.notMade', 422);
      return passkey;
    },
  };
}

/** The site as a relying party of WebAuthn. */
interface Site {
  origin: string;
  rpId: string;
}

/** A signature that a browser has made with a passkey. */
interface Use {
  challenge: Ticket;
  counter: number;
}

type KnownPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** Verifies a signature; returns undefined when it is invalid or belongs to another account. */
async function verifiedUse(
  assertion: Assertion,
  known: KnownPasskey,
  { origin, rpId }: Site,
  tickets: Tickets,
): Promise<Use | undefined> {
  const { verifyAuthenticationResponse } = await library();
  let challenge: Ticket | undefined;
  const proved = await verifyAuthenticationResponse({
    response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge(given) {
      challenge = tickets.read('challenge', asTicket(given));
      return challenge !== undefined;
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: known.credential_id,
      publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
      counter: known.counter,
    },
  }).catch(() => undefined);
  const { userHandle } = assertion.response;
  const isTheirs = !userHandle || userHandle === handleOf(known.admin_id);
  if (!proved?.verified || !isTheirs || !challenge) return undefined;
  return { challenge, counter: proved.authenticationInfo.newCounter };
}

/**
 * Records the use of a passkey. Returns false when the challenge was used before, or when the counter shows that the
 * passkey was copied.
 */
function noteUse(db: Db, passkeyId: RowId, { challenge, counter }: Use): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isFirst = await spend(tx, challenge.id, challenge.until);
    return isFirst && notePasskeyUse(tx, passkeyId, counter);
  });
}

/** Verifies a new passkey; returns undefined when it is not valid, or when this site did not issue its challenge. */
async function verifiedPasskey(
  attestation: Attestation,
  { origin, rpId }: Site,
  ticketOf: (challenge: string) => Ticket | undefined,
): Promise<MadePasskey | undefined> {
  const { verifyRegistrationResponse } = await library();
  let challenge: Ticket | undefined;
  const proved = await verifyRegistrationResponse({
    response: attestation as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge(given) {
      challenge = ticketOf(given);
      return challenge !== undefined;
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!proved?.verified || !challenge) return undefined;
  const { credential } = proved.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(attestation.response.transports ?? []),
    challenge,
  };
}

/** Browsers take the challenge as bytes, and return it in base64url. */
function asChallenge(ticket: string): string {
  return Buffer.from(ticket).toString('base64url');
}

function asTicket(challenge: string): string {
  return Buffer.from(challenge, 'base64url').toString();
}

/** The user handle that the device stores: it must not name a person (Web Authentication §14.6.1). */
const userIdOf = (adminId: RowId) => `admin ${adminId}`;

const handleOf = (adminId: RowId) => Buffer.from(userIdOf(adminId)).toString('base64url');
