import { hash, randomBytes } from 'node:crypto';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { SessionUser } from '#shared/schemas/session.ts';
import type { Config } from '../../config.ts';
import type { Signals } from '../../database/signals.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { hashToken } from '../../database/token-hash.ts';
import { AppError } from '../../errors.ts';
import { callOf } from '../call.ts';
import { beforeHeaders } from './before-headers.ts';
import { maxCookieBytes, sessionCookie } from './cookie.ts';
import { accountOf, clockSkewMs, createDevices } from './devices.ts';
import { rememberReplacedTokens } from './replaced-tokens.ts';
import { openRevocations } from './revocations.ts';
import { createSeal, type Seal, sessionContent } from './seal.ts';
import { sealPasswords } from './secrets.ts';
import type { Session, Sessions } from './session.ts';
import { createPendingSignIns } from './sign-in/pending.ts';

const hourMs = 3_600_000;
/** Milliseconds between two extensions of the sliding life; without this limit every answer would carry a cookie. */
const renewEveryMs = 5 * 60_000;
/** Maximum number of opened cookies in memory, about 4 KiB each. */
const memoSize = 500;

/** Where revoked sessions are stored, and how other processes learn of them. */
interface SessionState {
  db: SiteDb;
  signals: Signals;
}

type SessionConfig = Pick<Config, 'SESSION_SECRET' | 'SESSION_IDLE_HOURS' | 'SESSION_MAX_HOURS' | 'DATA_DIR'>;

/**
 * Creates the sessions, whose data is sealed into the cookie (server/bff/session/README.md). The caller opened
 * `state` and has to close it afterwards. Throws `ConfigError` if the generated secret is damaged. `now` returns
 * milliseconds since 1970.
 */
export async function createSessions(
  config: SessionConfig,
  publicUrl: URL,
  { db, signals }: SessionState,
  now: () => number = Date.now,
): Promise<Sessions> {
  const seal = createSeal<Session>(await sealPasswords(config, 'session'), sessionContent);
  const devicePasswords = await sealPasswords(config, 'device');
  const pending = createPendingSignIns(await sealPasswords(config, 'second-step'), publicUrl, now);
  const tokens = rememberReplacedTokens(await sealPasswords(config, 'token'), signals);
  const endListeners: EndListeners = new Set();
  // `ended` is the id of a session or the hash of its token, because a session can be revoked by either.
  const onEnded = (ended: string) => {
    tokens.forget(ended);
    const hasEnded = ({ id, token }: Session) => id === ended || hashToken(token) === ended;
    for (const listener of endListeners) listener(hasEnded);
  };
  const revocations = await openRevocations({ db, signals, onEnded, now });
  return new SealedSessions({
    lives: new Lives(config.SESSION_IDLE_HOURS * hourMs, config.SESSION_MAX_HOURS * hourMs, now),
    seal,
    cookie: sessionCookie(publicUrl),
    tokens,
    revocations,
    endListeners,
    devices: createDevices(devicePasswords, publicUrl, revocations, now),
    pending,
  });
}

type EndListeners = Set<Parameters<Sessions['onEnded']>[0]>;

interface Parts extends Pick<Sessions, 'devices' | 'pending'> {
  lives: Lives;
  seal: Seal<Session>;
  cookie: ReturnType<typeof sessionCookie>;
  tokens: ReturnType<typeof rememberReplacedTokens>;
  revocations: Awaited<ReturnType<typeof openRevocations>>;
  endListeners: EndListeners;
}

class SealedSessions implements Sessions {
  readonly cookieName: string;
  readonly devices: Sessions['devices'];
  readonly pending: Sessions['pending'];
  readonly #parts: Parts;
  readonly #opened = new OpenedCookies();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.cookieName = parts.cookie.name;
    this.devices = parts.devices;
    this.pending = parts.pending;
  }

  onEnded(listener: Parameters<Sessions['onEnded']>[0]): () => void {
    const { endListeners } = this.#parts;
    endListeners.add(listener);
    return () => endListeners.delete(listener);
  }

  lifeOf(session: Session): ReturnType<Sessions['lifeOf']> {
    const { lives } = this.#parts;
    // The session may have been revoked during this request. It then counts as ended now, so that a stream that
    // begins now does not outlive it.
    const isRevoked = this.#isRevoked(session);
    const end = isRevoked ? lives.now() : lives.end(session);
    return {
      expiresAt: end,
      left: Math.max(0, end - lives.now()),
      renewable: !isRevoked && end < lives.latestEnd(session),
    };
  }

  async start(
    res: Response,
    token: string,
    user?: SessionUser,
    account?: string,
    admin?: string,
  ): Promise<Session> {
    const time = this.#parts.lives.now();
    const session: Session = {
      id: randomBytes(16).toString('base64url'),
      token,
      ...(user && { user }),
      ...(account && { account }),
      ...(admin && { admin }),
      issuedAt: time,
      renewedAt: time,
    };
    const line = await this.#cookieLine(session);
    if (!line) throw new AppError('login.tokenTooLarge', 502);
    this.#parts.cookie.set(res, line);
    return session;
  }

  async open(sealed: unknown): Promise<Session | undefined> {
    const { seal, tokens } = this.#parts;
    if (typeof sealed !== 'string' || sealed.length > maxCookieBytes) return undefined;
    const key = hash('sha256', sealed, 'base64');
    const known = this.#opened.get(key);
    const session = known ?? (await seal.open(sealed));
    if (!session) return undefined;
    if (this.#isOver(session)) {
      this.#opened.delete(key);
      return undefined;
    }
    const isOutdated = tokens.isOutdated(session);
    if (known && !isOutdated) return known;
    const current = isOutdated ? tokens.current(session) : session;
    this.#opened.deleteAll((each) => this.#isOver(each));
    this.#opened.set(key, current);
    return current;
  }

  async renew(res: Response, session: Session): Promise<void> {
    if (this.#parts.lives.isDueForRenewal(session)) await this.extend(res, session);
  }

  async extend(res: Response, session: Session): Promise<Session> {
    // The renewed session keeps its id, so that a sign-out at the same time revokes the renewed cookie too.
    const renewed = { ...session, renewedAt: this.#parts.lives.now() };
    const line = await this.#cookieLine(renewed);
    if (!line) return session;
    this.#setWithAnswer(res, renewed, line);
    return renewed;
  }

  async replaceToken(res: Response, session: Session, token: string): Promise<void> {
    const replaced = { ...session, token, renewedAt: this.#parts.lives.now() };
    const line = await this.#cookieLine(replaced);
    if (!line) throw new AppError('refresh.tokenTooLarge', 502);
    await this.#parts.tokens.replace(session, token);
    this.#setWithAnswer(res, replaced, line);
  }

  clear(res: Response): void {
    const { cookie } = this.#parts;
    cookie.set(res, cookie.line('', 0));
    this.#opened.forget(callOf(res).session);
  }

  endRefused(res: Response, session: Session): void {
    if (this.#parts.tokens.isOutdated(session)) return;
    this.clear(res);
    this.revoke(session).catch(() => {});
  }

  revoke(session: Session): Promise<boolean> {
    this.#opened.forget(session);
    return this.#parts.revocations.add(session.id, this.#parts.lives.latestEnd(session));
  }

  readonly endTokens = (hashes: readonly string[]): void => {
    const { revocations, lives } = this.#parts;
    for (const each of hashes) revocations.add(each, lives.now() + lives.maxMs).catch(() => {});
  };

  async passwordChanged(res: Response): Promise<void> {
    const { session } = callOf(res);
    const account = session?.account ?? (session?.user?.email && accountOf(session.user.email));
    if (!account) return;
    const changed = this.#parts.lives.now();
    await this.devices.remember(res, account, changed + 1);
    await this.devices.forgetAll(account, changed);
  }

  readonly probe = (): Promise<void> => this.#parts.revocations.probe();

  readonly close = async (): Promise<void> => {
    this.#parts.tokens.close();
    await this.#parts.revocations.close();
  };

  /**
   * Returns the Set-Cookie header of a session that has just been renewed; undefined if the cookie would be too large
   * for browsers.
   */
  async #cookieLine(session: Session): Promise<string | undefined> {
    const { lives, seal, cookie } = this.#parts;
    const lifeMs = lives.end(session) - session.renewedAt;
    const sealed = await seal.close(session, lifeMs);
    const line = cookie.line(sealed, Math.floor(lifeMs / 1000));
    return Buffer.byteLength(line) <= maxCookieBytes ? line : undefined;
  }

  /** Sets the cookie when the answer's headers are sent, unless the answer refuses the request. */
  #setWithAnswer(res: Response, session: Session, line: string): void {
    beforeHeaders(res, (status) => {
      // A refused request does not extend the session. The cookie is not set either if the session has ended or got a
      // new token meanwhile: it would overwrite the newer cookie of the browser.
      if (status === 401 || status === 403) return;
      const { tokens, cookie } = this.#parts;
      if (!this.#isRevoked(session) && !tokens.isOutdated(session)) cookie.set(res, line);
    });
  }

  #isOver(session: Session): boolean {
    return this.#isRevoked(session) || this.#parts.lives.isOver(session);
  }

  #isRevoked({ id, token }: Session): boolean {
    const { revocations } = this.#parts;
    return revocations.has(id) || revocations.has(hashToken(token));
  }
}

/** The sliding and the absolute life of sessions, in milliseconds. */
class Lives {
  readonly maxMs: number;
  readonly now: () => number;
  readonly #idleMs: number;

  constructor(idleMs: number, maxMs: number, now: () => number) {
    this.#idleMs = idleMs;
    this.maxMs = maxMs;
    this.now = now;
  }

  /** Returns the earlier of the ends of the sliding and the absolute life. */
  end(session: Session): number {
    return Math.min(session.renewedAt + this.#idleMs, this.latestEnd(session));
  }

  /** Returns the end of the absolute life. */
  latestEnd({ issuedAt }: Session): number {
    return issuedAt + this.maxMs;
  }

  isOver(session: Session): boolean {
    // According to its times, the session was started or extended in the future: a clock was ahead. It counts as
    // ended, because it would be valid for too long.
    const isOfTheFuture = Math.max(session.issuedAt, session.renewedAt) > this.now() + clockSkewMs;
    return isOfTheFuture || this.end(session) <= this.now();
  }

  isDueForRenewal({ renewedAt }: Session): boolean {
    return this.now() - renewedAt >= Math.min(renewEveryMs, this.#idleMs / 10);
  }
}

/**
 * Sessions of recently opened cookies. Opening a cookie derives two keys, and the calls of one page should pay that
 * cost only once. Age and revocation are checked each time. The key is a hash of the cookie, so that memory contains
 * no copy of the cookie.
 */
class OpenedCookies {
  readonly #sessions = new LRUCache<string, Session>({ max: memoSize });
  readonly #keys = new WeakMap<Session, string>();

  get(key: string): Session | undefined {
    return this.#sessions.get(key);
  }

  set(key: string, session: Session): void {
    this.#sessions.set(key, session);
    this.#keys.set(session, key);
  }

  delete(key: string): void {
    this.#sessions.delete(key);
  }

  /** Removes a session, and thereby its token, from memory. */
  forget(session: Session | undefined): void {
    const key = session && this.#keys.get(session);
    if (key) this.delete(key);
  }

  deleteAll(isOver: (session: Session) => boolean): void {
    for (const [key, session] of this.#sessions) if (isOver(session)) this.delete(key);
  }
}
