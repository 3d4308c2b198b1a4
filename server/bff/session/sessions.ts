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
import { createSeal, sessionContent } from './seal.ts';
import { sealPasswords } from './secrets.ts';
import type { Session, Sessions } from './session.ts';
import { createPendingSignIns } from './sign-in/pending.ts';

const hourMs = 3_600_000;
/** A cookie on every answer would be noise: the sliding life is written down at most this often. */
const renewEveryMs = 5 * 60_000;
/** Opened cookies kept in memory, about 4 KiB each. */
const memoSize = 500;

/** Where sessions that have ended are written down, and how other processes hear of it. */
export interface SessionState {
  db: SiteDb;
  signals: Signals;
}

/**
 * Sessions sealed into the cookie (docs/architecture.md §5). Whoever opened `state` closes it afterwards. Throws `ConfigError` when the generated secret is damaged. `now`
 * gives milliseconds since 1970.
 */
export async function createSessions(
  config: Pick<Config, 'SESSION_SECRET' | 'SESSION_IDLE_HOURS' | 'SESSION_MAX_HOURS' | 'DATA_DIR'>,
  publicUrl: URL,
  { db, signals }: SessionState,
  now: () => number = Date.now,
): Promise<Sessions> {
  const idleMs = config.SESSION_IDLE_HOURS * hourMs;
  const maxMs = config.SESSION_MAX_HOURS * hourMs;
  const seal = createSeal<Session>(await sealPasswords(config, 'session'), sessionContent);
  const cookie = sessionCookie(publicUrl);
  const devicePasswords = await sealPasswords(config, 'device');
  const pending = createPendingSignIns(await sealPasswords(config, 'second-step'), publicUrl, now);
  const tokens = rememberReplacedTokens(await sealPasswords(config, 'token'), signals);
  const endListeners = new Set<Parameters<Sessions['onEnded']>[0]>();
  // A session is on the list by its id, or by the hash of its token.
  const onEnded = (ended: string) => {
    tokens.forget(ended);
    const hasEnded = ({ id, token }: Session) => id === ended || hashToken(token) === ended;
    for (const listener of endListeners) listener(hasEnded);
  };
  const revocations = await openRevocations({ db, signals, onEnded, now });
  const devices = createDevices(devicePasswords, publicUrl, revocations, now);
  // Opening derives two keys; a page's worth of calls should pay that once. Age and revocation are never memoised. By a hash of the
  // cookie, so that no copy of it stays here.
  const opened = new LRUCache<string, Session>({ max: memoSize });
  const openedFrom = new WeakMap<Session, string>();

  const isRevoked = ({ id, token }: Session) => revocations.has(id) || revocations.has(hashToken(token));

  /** Takes the token of an ended session out of memory. */
  function forget(session: Session | undefined): void {
    const key = session && openedFrom.get(session);
    if (key) opened.delete(key);
  }

  const expiresAt = (session: Session) => Math.min(session.renewedAt + idleMs, session.issuedAt + maxMs);

  /** The Set-Cookie line of a session renewed just now, or undefined when browsers would not keep it. */
  async function cookieLine(session: Session): Promise<string | undefined> {
    const lifeMs = expiresAt(session) - session.renewedAt;
    const sealed = await seal.close(session, lifeMs);
    const line = cookie.line(sealed, Math.floor(lifeMs / 1000));
    return Buffer.byteLength(line) <= maxCookieBytes ? line : undefined;
  }

  async function extend(res: Response, session: Session): Promise<Session> {
    // The id stays: a sign-out at the same moment revokes the renewed cookie too.
    const renewed = { ...session, renewedAt: now() };
    const line = await cookieLine(renewed);
    if (!line) return session;
    setWithAnswer(res, renewed, line);
    return renewed;
  }

  /** The cookie goes out with the answer, unless that says that it should not. */
  function setWithAnswer(res: Response, session: Session, line: string): void {
    beforeHeaders(res, (status) => {
      // A refused request is no sign of life. And when the session ended or got a new token meanwhile, in this request or
      // beside it, this cookie must not come back over the one that says so.
      if (status === 401 || status === 403) return;
      if (!isRevoked(session) && !tokens.isOutdated(session)) cookie.set(res, line);
    });
  }

  function clear(res: Response): void {
    cookie.set(res, cookie.line('', 0));
    forget(callOf(res).session);
  }

  function revoke(session: Session): Promise<boolean> {
    forget(session);
    return revocations.add(session.id, session.issuedAt + maxMs);
  }

  return {
    cookieName: cookie.name,

    onEnded(listener) {
      endListeners.add(listener);
      return () => endListeners.delete(listener);
    },

    lifeOf(session) {
      // It may have ended while this request was on its way: a stream that begins now would outlive it.
      const end = isRevoked(session) ? now() : expiresAt(session);
      return {
        expiresAt: end,
        left: Math.max(0, end - now()),
        renewable: !isRevoked(session) && end < session.issuedAt + maxMs,
      };
    },

    async start(res: Response, token: string, user?: SessionUser, account?: string, admin?: string) {
      const time = now();
      const id = randomBytes(16).toString('base64url');
      const session: Session = {
        id,
        token,
        ...(user && { user }),
        ...(account && { account }),
        ...(admin && { admin }),
        issuedAt: time,
        renewedAt: time,
      };
      const line = await cookieLine(session);
      if (!line) throw new AppError('login.tokenTooLarge', 502);
      cookie.set(res, line);
      return session;
    },

    async open(sealed) {
      if (typeof sealed !== 'string' || sealed.length > maxCookieBytes) return undefined;
      const key = hash('sha256', sealed, 'base64');
      const known = opened.get(key);
      const session = known ?? (await seal.open(sealed));
      if (!session) return undefined;
      const isOver = (each: Session) =>
        isRevoked(each) ||
        expiresAt(each) <= now() ||
        // Made by a clock that ran ahead: it would live for so much longer.
        Math.max(each.issuedAt, each.renewedAt) > now() + clockSkewMs;
      if (isOver(session)) {
        opened.delete(key);
        return undefined;
      }
      const isOutdated = tokens.isOutdated(session);
      if (known && !isOutdated) return known;
      const current = isOutdated ? tokens.current(session) : session;
      // Tokens of sessions that are over leave the memory with the next one that comes.
      for (const [old, each] of opened) if (isOver(each)) opened.delete(old);
      opened.set(key, current);
      openedFrom.set(current, key);
      return current;
    },

    async renew(res, session) {
      if (now() - session.renewedAt < Math.min(renewEveryMs, idleMs / 10)) return;
      await extend(res, session);
    },

    extend,

    async replaceToken(res, session, token) {
      const replaced = { ...session, token, renewedAt: now() };
      const line = await cookieLine(replaced);
      if (!line) throw new AppError('refresh.tokenTooLarge', 502);
      await tokens.replace(session, token);
      setWithAnswer(res, replaced, line);
    },

    clear,

    endRefused(res, session) {
      if (tokens.isOutdated(session)) return;
      clear(res);
      revoke(session).catch(() => {});
    },

    revoke,

    endTokens(hashes) {
      for (const each of hashes) revocations.add(each, now() + maxMs).catch(() => {});
    },

    async passwordChanged(res) {
      const { session } = callOf(res);
      const account = session?.account ?? (session?.user?.email && accountOf(session.user.email));
      if (!account) return;
      const changed = now();
      await devices.remember(res, account, changed + 1);
      await devices.forgetAll(account, changed);
    },

    devices,
    pending,

    probe: () => revocations.probe(),
    async close() {
      tokens.close();
      await revocations.close();
    },
  };
}
