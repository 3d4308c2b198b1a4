import type { Response } from 'express';
import type { SessionUser } from '#shared/schemas/session.ts';
import type { Devices } from './devices.ts';
import type { PendingSignIns } from './sign-in/pending.ts';

/** An admin's session as stored in the sealed cookie. The token leaves the server only inside the seal. */
export interface Session {
  /** New for each sign-in; revocation uses this id. */
  id: string;
  token: string;
  user?: SessionUser;
  /** Account whose password opened the session (`accountOf`); absent in cookies of older releases. */
  account?: string;
  /** Mark of an admin of the host, by the rule of its host.json (hosts/hybrid). */
  admin?: string;
  /** Milliseconds since 1970: start of the absolute life. */
  issuedAt: number;
  /** Milliseconds since 1970: start of the sliding life. */
  renewedAt: number;
}

/** Remaining life of a session. */
interface SessionLife {
  /** Milliseconds since 1970: the earlier of the ends of its sliding and its absolute life. */
  expiresAt: number;
  /** Milliseconds until `expiresAt`. */
  left: number;
  /** False if the absolute life ends first. */
  renewable: boolean;
}

/** Operations on sessions for the middleware; made by `createSessions`. */
export interface Sessions {
  /** Cookie name: `__Host-studio_session` on https, `studio_session` on http. */
  readonly cookieName: string;
  /**
   * Starts a session and sets its cookie. Throws AppError `login.tokenTooLarge` if the cookie would exceed 4096
   * bytes.
   */
  start(res: Response, token: string, user?: SessionUser, account?: string, admin?: string): Promise<Session>;
  /** Returns the session of a sealed cookie; undefined if the cookie cannot be opened, is too old, or is revoked. */
  open(sealed: unknown): Promise<Session | undefined>;
  /** Seals the session again if its sliding life has advanced enough to justify a new cookie. */
  renew(res: Response, session: Session): Promise<void>;
  /**
   * Returns the session with a restarted sliding life, and sets its cookie. A session whose cookie would be too large
   * is unchanged.
   */
  extend(res: Response, session: Session): Promise<Session>;
  /**
   * Replaces the session's token in the cookie by the host's new one, under the same id. Throws AppError
   * `refresh.tokenTooLarge` if the cookie would exceed 4096 bytes.
   */
  replaceToken(res: Response, session: Session, token: string): Promise<void>;
  /** Clears the cookie in the browser. */
  clear(res: Response): void;
  /**
   * Ends a session whose token the host refuses, as `clear` and `revoke` do, unless a new token has replaced it
   * meanwhile. Does not wait for the database.
   */
  endRefused(res: Response, session: Session): void;
  /**
   * Revokes the id: every process of the site refuses a replayed cookie. Resolves with true if that also holds after
   * a restart, with false if the disk is full. Rejects if the database does not answer; this process still refuses
   * the session.
   */
  revoke(session: Session): Promise<boolean>;
  /**
   * Ends the sessions of tokens (`hashToken`) that the engine has revoked, as `revoke` does. Does not wait for the
   * database.
   */
  endTokens(hashes: readonly string[]): void;
  /**
   * Called after the host has accepted a new password from the session of this call. Earlier browsers are no longer
   * known to the account, except this one, which has just sent the right password. Rejects if the database cannot
   * record it; this process remembers it anyway.
   */
  passwordChanged(res: Response): Promise<void>;
  /** Returns the remaining life; a session that has ended has none. */
  lifeOf(session: Session): SessionLife;
  /**
   * Calls the listener for every session that ends before its time, in this process or another. Returns a function
   * that removes the listener.
   */
  onEnded(listener: (hasEnded: (session: Session) => boolean) => void): () => void;
  /** Browsers known from an earlier sign-in. */
  readonly devices: Devices;
  /** Sign-ins that wait for their second step. */
  readonly pending: PendingSignIns;
  /** Rejects if the data for checking sessions cannot be read. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}
