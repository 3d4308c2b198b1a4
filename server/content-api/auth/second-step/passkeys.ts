import { whyNoPasskeys } from '#shared/passkey-site.ts';
import type { Assertion, Attestation } from '#shared/schemas/second-step.ts';
import type { RowId } from '../../../database/row-id.ts';
import type { Db } from '../../../database/types.ts';
import { AppError, assertThat } from '../../../errors.ts';
import { findPasskey, notePasskeyUse, passkeysOf, spend } from './repository.ts';
import { type Ticket, type Tickets, ticketLifeMs } from './tickets.ts';

/** Several hundred milliseconds of reading scripts, which no site without passkeys pays. */
const library = () => import('@simplewebauthn/server');

/** A passkey that a browser has made and proved. */
interface MadePasskey {
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string;
  challenge: Ticket;
}

/** Passkeys of this site: user verification is always asked for, so that one of them is two factors in one. */
export interface Passkeys {
  /** Why the site cannot have any, as a code; undefined when it can. */
  readonly refused: ReturnType<typeof whyNoPasskeys>;
  /** What a browser is to be asked, by whomever. 409 where the site cannot have passkeys. */
  options(): { challenge: string; rpId: string; timeout: number; userVerification: 'required' };
  /** Whose passkey has signed: its use is noted, and it is good once. 401 `passkey.wrong` for anything else. */
  prove(assertion: Assertion): Promise<RowId>;
  /** What a browser is to make one with. `of` is part of the challenge: it must be the same when the answer comes. */
  creationOptions(
    account: { id: RowId; email: string; name: string },
    of: string,
  ): Promise<{ challenge: string }>;
  /** 422 at `passkey` for what is not the answer to those options. */
  made(adminId: RowId, attestation: Attestation, of: string): Promise<MadePasskey>;
}

/** `publicUrl` is PUBLIC_URL as the operator has said it; `company` is its name. */
export function createPasskeys(
  db: Db,
  tickets: Tickets,
  publicUrl: URL | undefined,
  company: string,
): Passkeys {
  const refused = whyNoPasskeys(publicUrl);
  const site = () => {
    if (refused || !publicUrl) throw new AppError(refused ?? 'passkey.noPublicUrl', 409);
    return { origin: publicUrl.origin, rpId: publicUrl.hostname };
  };
  // Browsers take bytes, and give them back in base64url.
  const asChallenge = (ticket: string) => Buffer.from(ticket).toString('base64url');
  const asTicket = (challenge: string) => Buffer.from(challenge, 'base64url').toString();

  return {
    refused,
    options: () => ({
      challenge: asChallenge(tickets.issue('challenge', 0)),
      rpId: site().rpId,
      timeout: ticketLifeMs,
      userVerification: 'required',
    }),

    async prove(assertion) {
      const { origin, rpId } = site();
      const known = await findPasskey(db, assertion.id);
      assertThat(known, 'passkey.wrong', 401, { data: null });
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
      const counter = proved?.verified && isTheirs ? proved.authenticationInfo.newCounter : undefined;
      const used = challenge;
      const isGood =
        counter !== undefined &&
        used !== undefined &&
        (await db
          .transaction()
          .execute(
            async (tx) =>
              (await spend(tx, used.id, used.until)) && (await notePasskeyUse(tx, known.id, counter)),
          ));
      assertThat(isGood, 'passkey.wrong', 401, { data: null });
      return known.admin_id;
    },

    async creationOptions(account, of) {
      const { rpId } = site();
      const { generateRegistrationOptions } = await library();
      const others = await passkeysOf(db, account.id);
      return generateRegistrationOptions({
        rpName: company,
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
      const { origin, rpId } = site();
      const { verifyRegistrationResponse } = await library();
      let challenge: Ticket | undefined;
      const proved = await verifyRegistrationResponse({
        response: attestation as Parameters<typeof verifyRegistrationResponse>[0]['response'],
        expectedChallenge(given) {
          const ticket = tickets.read('new-passkey', asTicket(given));
          if (ticket?.admin === adminId && ticket.of === of) challenge = ticket;
          return challenge !== undefined;
        },
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
      }).catch(() => undefined);
      assertThat(proved?.verified && challenge, 'passkey.notMade', 422);
      const { credential } = proved.registrationInfo;
      return {
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: JSON.stringify(attestation.response.transports ?? []),
        challenge,
      };
    },
  };
}

/** Who a passkey is for, as the device keeps it: nothing that names a person (Web Authentication §14.6.1). */
const userIdOf = (adminId: RowId) => `admin ${adminId}`;

const handleOf = (adminId: RowId) => Buffer.from(userIdOf(adminId)).toString('base64url');
