import type { Response } from 'express';
import type { SessionUser } from '#shared/schemas/session.ts';
import type { Devices } from './devices.ts';
import type { PendingSignIns } from './sign-in/pending.ts';

/** An admin's session as the sealed cookie carries it. The token never leaves the server but inside the seal. */
export interface Session {
  /** New at each sign-in; revocation is by this id. */
  id: string;
  token: string;
  user?: SessionUser;
  /** Whose password opened it (`accountOf`); absent in cookies of older releases. */
  account?: string;
  /** The mark of somebody who is an admin of the host, by the rule of its host.json (hosts/fill). */
  admin?: string;
  /** Milliseconds since 1970: start of the absolute life. */
  issuedAt: number;
  /** Milliseconds since 1970: start of the sliding life. */
  renewedAt: number;
}

/** How long a session still lives. */
interface SessionLife {
  /** Milliseconds since 1970: the nearer of the ends of its sliding and its absolute life. */
  expiresAt: number;
  /** Milliseconds until then. */
  left: number;
  /** False when the absolute life is the nearer one. */
  renewable: boolean;
}

/** What the passes can do with sessions; made by `createSessions`. */
export interface Sessions {
  /** Cookie name: `__Host-studio_session` on https, `studio_session` on http. */
  readonly cookieName: string;
  /** Starts a session and sets its cookie. Throws AppError `login.tokenTooLarge` when the cookie would pass 4096 bytes. */
  start(res: Response, token: string, user?: SessionUser, account?: string, admin?: string): Promise<Session>;
  /** The session of a sealed cookie; undefined for anything that does not open, is too old, or is revoked. */
  open(sealed: unknown): Promise<Session | undefined>;
  /** Seals the session anew when its sliding life has moved on enough to be worth a cookie. */
  renew(res: Response, session: Session): Promise<void>;
  /** The session with its sliding life begun anew, and its cookie with it. One whose cookie would be too large stays as it is. */
  extend(res: Response, session: Session): Promise<Session>;
  /**
   * The host has given the session a new token: it takes the place of the old one in the cookie, under the same id. Throws
   * AppError `refresh.tokenTooLarge` when the cookie would pass 4096 bytes.
   */
  replaceToken(res: Response, session: Session, token: string): Promise<void>;
  /** Tells the browser to drop the cookie. */
  clear(res: Response): void;
  /**
   * The host refuses the session's token: the session is over, as by `clear` and `revoke`, unless a new one has taken the token's place
   * meanwhile. Nobody waits for the database.
   */
  endRefused(res: Response, session: Session): void;
  /**
   * Revokes the id: a replayed cookie is refused, by every process of the site. True when it will be after a restart too; false when the
   * disk is full. Rejects when the database does not answer; this process refuses the session all the same.
   */
  revoke(session: Session): Promise<boolean>;
  /** The engine has ended these tokens (`hashToken`): their sessions are over, as by `revoke`. Nobody waits for the database. */
  endTokens(hashes: readonly string[]): void;
  /**
   * The host has taken a new password from the session of this call: browsers of before are no longer known to the account, but for
   * this one, which has just named the right password. Rejects when the database refuses the note; this process knows all the same.
   */
  passwordChanged(res: Response): Promise<void>;
  /** None of one that has ended. */
  lifeOf(session: Session): SessionLife;
  /** Hears of every session that ends before its time, here or in another process. Gives what stops it. */
  onEnded(listener: (hasEnded: (session: Session) => boolean) => void): () => void;
  /** Browsers that are known from a sign-in before. */
  readonly devices: Devices;
  /** Sign-ins that wait for their second step. */
  readonly pending: PendingSignIns;
  /** Rejects when what sessions are checked against cannot be read. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}
