import { passkeysBlockedReason } from '#shared/passkey-site.ts';
import type { Assertion, Attestation } from '#shared/schemas/second-step.ts';
import type { RowId } from '../../../database/row-id.ts';
import type { Db } from '../../../database/types.ts';
import { AppError, assertThat } from '../../../errors.ts';
import type { Account } from '../repository.ts';
import {
  findPasskey,
  isTicketOf,
  notePasskeyUse,
  passkeysOf,
  type SecondStepSecrets,
  spend,
  type Ticket,
  type TicketKind,
  ticketLifeMs,
} from './factors.ts';

/** Loaded at first use: loading takes several hundred milliseconds, which a site without passkeys saves. */
const library = () => import('@simplewebauthn/server');
type Library = Awaited<ReturnType<typeof library>>;
type Asserted = Parameters<Library['verifyAuthenticationResponse']>[0]['response'];
type Attested = Parameters<Library['verifyRegistrationResponse']>[0]['response'];

/** Passkeys of this site. User verification is always required, so that a passkey is two factors in one. */
export class Passkeys {
  readonly #db: Db;
  readonly #secrets: SecondStepSecrets;
  readonly #publicUrl: URL | undefined;
  readonly #company: () => string;

  /** `publicUrl` is PUBLIC_URL as configured; `company` returns the name of the company. */
  constructor(db: Db, secrets: SecondStepSecrets, publicUrl: URL | undefined, company: () => string) {
    this.#db = db;
    this.#secrets = secrets;
    this.#publicUrl = publicUrl;
    this.#company = company;
  }

  /** The code of the reason why the site cannot have passkeys; undefined if it can. */
  get refused() {
    return passkeysBlockedReason(this.#publicUrl);
  }

  /** Returns options to sign in with any passkey of the site. */
  options() {
    const { rpId } = this.#site();
    const challenge = this.#secrets.issue('challenge');
    return { challenge, rpId, timeout: ticketLifeMs, userVerification: 'required' as const };
  }

  /**
   * Returns the admin whose passkey has signed, and records the use, since an assertion is valid only once. Throws 401
   * `passkey.wrong` for an invalid assertion, for that of a copied passkey, and for a challenge that was used before.
   */
  async prove(assertion: Assertion): Promise<RowId> {
    this.#site();
    const { verifyAuthenticationResponse } = await library();
    const known = await findPasskey(this.#db, assertion.id);
    assertThat(known, 'passkey.wrong', 401, { data: null });
    const use = await this.#verified('challenge', (expected) =>
      verifyAuthenticationResponse({
        ...expected,
        response: assertion as Asserted,
        credential: {
          id: known.credential_id,
          publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
          counter: known.counter,
        },
      }),
    );
    const { userHandle } = assertion.response;
    const isTheirs = !userHandle || userHandle === userIdOf(known.admin_id).toString('base64url');
    assertThat(use && isTheirs, 'passkey.wrong', 401, { data: null });
    const { newCounter } = use.answer.authenticationInfo;
    const isFirst = await this.#db
      .transaction()
      .execute(async (tx) => (await spend(tx, use.ticket)) && notePasskeyUse(tx, known.id, newCounter));
    assertThat(isFirst, 'passkey.wrong', 401, { data: null });
    return known.admin_id;
  }

  /** Returns options to create a passkey for the account. */
  async creationOptions(account: Account) {
    const { rpId } = this.#site();
    const { generateRegistrationOptions } = await library();
    const others = await passkeysOf(this.#db, account.id);
    return generateRegistrationOptions({
      rpName: this.#company(),
      rpID: rpId,
      userName: account.email,
      userDisplayName: account.name || account.email,
      userID: new Uint8Array(userIdOf(account.id)),
      challenge: new Uint8Array(Buffer.from(this.#secrets.issue('new-passkey', account), 'base64url')),
      timeout: ticketLifeMs,
      attestationType: 'none',
      excludeCredentials: others.map((each) => ({ id: each.credential_id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** Verifies a new passkey. Throws 422 `passkey.notMade` unless it has the challenge of `creationOptions`. */
  async made(account: Account, attestation: Attestation) {
    const { verifyRegistrationResponse } = await library();
    const made = await this.#verified('new-passkey', (expected) =>
      verifyRegistrationResponse({ ...expected, response: attestation as Attested }),
    );
    assertThat(made?.answer.registrationInfo && isTicketOf(made.ticket, account), 'passkey.notMade', 422);
    const { credential } = made.answer.registrationInfo;
    const passkey = {
      admin_id: account.id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(attestation.response.transports ?? []),
    };
    return { passkey, ticket: made.ticket };
  }

  /** Returns the site as a relying party of WebAuthn. Throws 409 if the site cannot have passkeys. */
  #site() {
    if (this.refused || !this.#publicUrl) throw new AppError(this.refused ?? 'passkey.noPublicUrl', 409);
    return { origin: this.#publicUrl.origin, rpId: this.#publicUrl.hostname };
  }

  /** Lets the library verify what a browser sent; undefined if it is bad, or if its challenge is no ticket of `kind`. */
  async #verified<Answer extends { verified: boolean }>(
    kind: TicketKind,
    verify: (expected: Expected) => Promise<Answer>,
  ): Promise<{ answer: Answer; ticket: Ticket } | undefined> {
    const { origin, rpId } = this.#site();
    let ticket: Ticket | undefined;
    const answer = await verify({
      expectedChallenge: (given) => {
        ticket = this.#secrets.read(kind, given);
        return ticket !== undefined;
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    }).catch(() => undefined);
    return answer?.verified && ticket ? { answer, ticket } : undefined;
  }
}

interface Expected {
  expectedChallenge: (given: string) => boolean;
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: boolean;
}

/** The user handle that the device stores: it must not name a person (Web Authentication §14.6.1). */
function userIdOf(adminId: RowId): Buffer {
  return Buffer.from(`admin ${adminId}`);
}
