import type { Response } from 'express';
import type { SessionUser } from '#shared/schemas/session.ts';
import type { Devices } from './devices.ts';
import type { PendingSignIns } from './sign-in/pending.ts';

/** An admin's session as stored in the sealed cookie. The token leaves the server only inside the seal. */
export interface Session {
  /** New for each sign-in. A session is revoked by this id. */
  id: string;
  token: string;
  user?: SessionUser;
  /**
   * Hash of the account whose password opened the session (`accountOf`). Absent in cookies that an older release
   * made.
   */
  account?: string;
  /**
   * Hash of the rule in host.json by which the user was recognised as an admin of the host (hosts/hybrid). If the
   * rule changes, a session with the old hash is no longer an admin's. Absent for other users.
   */
  admin?: string;
  /** Milliseconds since 1970: start of the absolute life, which is never extended. */
  issuedAt: number;
  /** Milliseconds since 1970: start of the sliding life, which activity extends. */
  renewedAt: number;
}

/** Remaining life of a session. */
interface SessionLife {
  /** Milliseconds since 1970: when the session ends, by its sliding or its absolute life, whichever ends first. */
  expiresAt: number;
  /** Milliseconds until `expiresAt`. */
  left: number;
  /** False if the session cannot be extended, because its absolute life ends first. */
  renewable: boolean;
}

/** Operations on sessions for the middleware; created by `createSessions`. */
export interface Sessions {
  /** Cookie name: `__Host-studio_session` on https, `studio_session` on http. */
  readonly cookieName: string;
  /**
   * Starts a session and sets its cookie. Throws AppError `login.tokenTooLarge` if the cookie would be larger than
   * 4096 bytes.
   */
  start(res: Response, token: string, user?: SessionUser, account?: string, admin?: string): Promise<Session>;
  /** Returns the session of a sealed cookie; undefined if the cookie cannot be opened, is too old, or is revoked. */
  open(sealed: unknown): Promise<Session | undefined>;
  /** Extends the sliding life with a new cookie, if the last extension is old enough. */
  renew(res: Response, session: Session): Promise<void>;
  /**
   * Restarts the sliding life, sets the cookie, and returns the changed session. If the cookie would be too large,
   * the session is returned unchanged.
   */
  extend(res: Response, session: Session): Promise<Session>;
  /**
   * Replaces the session's token in the cookie by a new token of the host; the session's id stays. Throws AppError
   * `refresh.tokenTooLarge` if the cookie would be larger than 4096 bytes.
   */
  replaceToken(res: Response, session: Session, token: string): Promise<void>;
  /** Clears the cookie in the browser. */
  clear(res: Response): void;
  /**
   * Ends a session whose token the host refuses: clears the cookie and revokes the session, unless a new token has
   * replaced the refused token meanwhile. Does not wait for the database.
   */
  endRefused(res: Response, session: Session): void;
  /**
   * Revokes the session's id, so that every process of the site refuses a copy of the cookie. Resolves with true if
   * the revocation will survive a restart, with false if the disk is full. Rejects if the database does not answer.
   * This process refuses the session in every case.
   */
  revoke(session: Session): Promise<boolean>;
  /**
   * Revokes the sessions whose tokens the engine has revoked; `hashes` are the hashes of these tokens (`hashToken`).
   * Does not wait for the database.
   */
  endTokens(hashes: readonly string[]): void;
  /**
   * Called after the host has accepted a new password from this call's session. Browsers that signed in earlier no
   * longer count as known to the account, except this session's browser, because it has just sent the right password.
   * Rejects if the database cannot record the change; this process remembers it anyway.
   */
  passwordChanged(res: Response): Promise<void>;
  /** Returns the remaining life of a session; `left` is 0 if the session has ended. */
  lifeOf(session: Session): SessionLife;
  /**
   * Calls the listener for every session that is ended early, e.g. by a sign-out, in this process or another. The
   * listener gets a function that is true for the session that has ended. Returns a function that removes the
   * listener.
   */
  onEnded(listener: (hasEnded: (session: Session) => boolean) => void): () => void;
  /** Browsers that have signed in before. */
  readonly devices: Devices;
  /** Sign-ins that wait for their second step. */
  readonly pending: PendingSignIns;
  /** Rejects if the data that is needed to check sessions cannot be read. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}
