import { hash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import cookieParser from 'cookie-parser';
import type { RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { contract } from '#shared/contract/index.ts';
import type { Config } from '../../config.ts';
import type { SiteDb } from '../../database/site-types.ts';
import type { Signals } from '../../database/state.ts';
import { assertThat } from '../../errors.ts';
import { callOf } from '../call.ts';
import { accountOf, clockSkewMs, createDevices } from './devices.ts';
import { openRevocations } from './revocations.ts';
import { sealedCookie } from './seal.ts';
import { sealPasswords } from './secrets.ts';
import { type Session, sessionContent } from './session.ts';

const hourMs = 3_600_000;
/** Milliseconds between two extensions of the sliding life; without this limit every answer would carry a cookie. */
const renewEveryMs = 5 * 60_000;
/** Maximum number of opened cookies in memory, about 8 KiB each. */
const memoSize = 500;

/** The content of the cookie between password and second step. */
const pendingContent = z.object({
  /** The ticket that the host issued and requires with the second step. No browser gets it in readable form. */
  ticket: z.string().min(1),
  email: z.string().min(1),
  /** When the password was sent, in milliseconds since 1970. */
  provedAt: z.number(),
});

type EndListener = (hasEnded: (session: Session) => boolean) => void;

export type Sessions = Awaited<ReturnType<typeof createSessions>>;

/**
 * Creates the sessions, whose data is sealed into the cookie (server/bff/session/README.md). The caller opened the
 * database and has to close it afterwards. Throws `ConfigError` if the generated secret is damaged. `now` returns
 * milliseconds since 1970.
 */
export async function createSessions(...given: Parameters<typeof openParts>) {
  const parts = await openParts(...given);
  const { cookie, devices, pending, revocations, lifeOf } = parts;
  return {
    /** Cookie name: `__Host-studio_session` on https, `studio_session` on http. */
    cookieName: cookie.name,
    /** Browsers that have signed in before. */
    devices,
    /**
     * The cookie of sign-ins that wait for their second step. It has its own name and passwords: it cannot be used as a
     * session cookie, and no other cookie can be opened as this one.
     */
    pending,
    /** Clears the cookie in the browser. */
    clear: cookie.clear,
    lifeOf,
    ...cookiesOf(parts),
    ...endsOf(parts),
    /** Rejects if the data that is needed to check sessions cannot be read. */
    probe: revocations.probe,
    close: revocations.close,
  };
}

async function openParts(
  config: Pick<Config, 'SESSION_SECRET' | 'SESSION_IDLE_HOURS' | 'SESSION_MAX_HOURS' | 'DATA_DIR'>,
  publicUrl: URL,
  { db, signals }: { db: SiteDb; signals: Signals },
  now: () => number = Date.now,
) {
  const passwords = (purpose: Parameters<typeof sealPasswords>[1]) => sealPasswords(config, purpose);
  const opened = new LRUCache<string, Session>({ max: memoSize });
  const listeners = new Set<EndListener>();
  // `ended` is the id of a session or the hash of its token, because a session can be revoked by either.
  const onEnded = (ended: string) => {
    const hasEnded = ({ id, token }: Session) => id === ended || hash('sha256', token) === ended;
    for (const [sealed, session] of opened) if (hasEnded(session)) opened.delete(sealed);
    for (const listener of listeners) listener(hasEnded);
  };
  const revocations = await openRevocations({ db, signals, onEnded, now });
  const isRevoked = ({ id, token }: Session) => revocations.has(id) || revocations.has(hash('sha256', token));
  const idleMs = config.SESSION_IDLE_HOURS * hourMs;
  const maxMs = config.SESSION_MAX_HOURS * hourMs;
  const latestEndOf = (session: Session) =>
    Math.min(session.issuedAt + maxMs, session.tokenEndsAt ?? Number.POSITIVE_INFINITY);
  /** Returns the earlier of the ends of the sliding and the absolute life. */
  const endOf = (session: Session) => Math.min(session.renewedAt + idleMs, latestEndOf(session));
  return {
    cookie: sealedCookie(publicUrl, 'studio_session', await passwords('session'), sessionContent),
    pending: sealedCookie(publicUrl, 'studio_second_step', await passwords('second-step'), pendingContent),
    devices: createDevices(await passwords('device'), publicUrl, revocations, now),
    revocations,
    /**
     * Sessions of recently opened cookies. Opening a cookie derives two keys, and the calls of one page should pay that
     * cost only once. Their age is checked each time; a session that is revoked leaves the memory.
     */
    opened,
    listeners,
    now,
    idleMs,
    maxMs,
    isRevoked,
    endOf,
    /**
     * True at the end of the sliding or the absolute life, and for a session that was started while a clock was ahead.
     */
    isOver: (session: Session) =>
      Math.max(session.issuedAt, session.renewedAt) > now() + clockSkewMs || endOf(session) <= now(),
    /**
     * Returns the remaining life of a session: when it ends in milliseconds since 1970, by its sliding or its absolute
     * life; how long that is from now, 0 if it has ended; and whether it can be extended.
     */
    lifeOf(session: Session) {
      // The session may have been revoked during this request. It then counts as ended now, so that a stream that
      // begins now does not outlive it.
      const expiresAt = isRevoked(session) ? now() : endOf(session);
      const renewable = !isRevoked(session) && expiresAt < latestEndOf(session);
      return { expiresAt, left: Math.max(0, expiresAt - now()), renewable };
    },
  };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Starts, opens and extends sessions by their cookies. */
function cookiesOf({ cookie, opened, now, idleMs, endOf, isRevoked, isOver }: Parts) {
  const lineOf = (session: Session) => cookie.line(session, endOf(session) - session.renewedAt);

  /** Sets the cookie when the answer's headers are sent, unless the answer refuses the request. */
  function setWithAnswer(res: Response, session: Session, line: string) {
    beforeHeaders(res, (status) => {
      // A refused request does not extend the session. The cookie is not set either if the session has ended meanwhile.
      if (status !== 401 && status !== 403 && !isRevoked(session)) cookie.set(res, line);
    });
  }

  /**
   * Restarts the sliding life, sets the cookie, and returns the changed session. If the cookie would be too large, the
   * session is returned unchanged.
   */
  async function extend(res: Response, session: Session) {
    // The renewed session keeps its id, so that a sign-out at the same time revokes the renewed cookie too.
    const renewed = { ...session, renewedAt: now() };
    const line = await lineOf(renewed);
    if (!line) return session;
    setWithAnswer(res, renewed, line);
    return renewed;
  }

  return {
    extend,
    /** Extends the sliding life with a new cookie, if the last extension is old enough. */
    async renew(res: Response, session: Session) {
      if (now() - session.renewedAt >= Math.min(renewEveryMs, idleMs / 10)) await extend(res, session);
    },
    /**
     * Starts a session and sets its cookie. Throws AppError `login.tokenTooLarge` if the cookie would be larger than
     * 4096 bytes.
     */
    async start(res: Response, content: Omit<Session, 'id' | 'issuedAt' | 'renewedAt'>) {
      const time = now();
      const id = randomBytes(16).toString('base64url');
      const session = { ...content, id, issuedAt: time, renewedAt: time };
      const line = await lineOf(session);
      assertThat(line, 'login.tokenTooLarge', 502);
      cookie.set(res, line);
      return session;
    },
    /** Returns the session of a sealed cookie; undefined if the cookie cannot be opened, is too old, or is revoked. */
    async open(sealed: unknown) {
      if (typeof sealed !== 'string') return undefined;
      const known = opened.get(sealed);
      if (known) return isOver(known) ? undefined : known;
      const session = await cookie.open(sealed);
      if (!session || isOver(session) || isRevoked(session)) return undefined;
      opened.set(sealed, session);
      return session;
    },
    /**
     * True for the cookie of a session that was revoked. The answer to it leaves the cookie alone: after a sign-in that
     * replaced this session, the browser has the next session's cookie by the time the answer arrives.
     */
    async isOfEnded(sealed: unknown) {
      const session = typeof sealed === 'string' && (await cookie.open(sealed));
      return session && isRevoked(session);
    },
    /**
     * Replaces the session's token in the cookie by a new token of the host; the session's id stays. Throws AppError
     * `refresh.tokenTooLarge` if the cookie would be larger than 4096 bytes.
     */
    async replaceToken(res: Response, session: Session, token: string, tokenEndsAt?: number) {
      const replaced = { ...session, token, tokenEndsAt, renewedAt: now() };
      const line = await lineOf(replaced);
      assertThat(line, 'refresh.tokenTooLarge', 502);
      setWithAnswer(res, replaced, line);
    },
  };
}

/** Ends sessions early, and tells of it. */
function endsOf({ cookie, devices, revocations, isRevoked, listeners, now, maxMs }: Parts) {
  /**
   * Revokes the session's id, so that every process of the site refuses a copy of the cookie. Resolves once the
   * revocation will survive a restart; rejects if it cannot be recorded. This process refuses the session in every
   * case. The absolute life counts: another copy of the cookie may have a token that expires later.
   */
  const revoke = ({ id, issuedAt }: Session) => revocations.add(id, issuedAt + maxMs);
  return {
    revoke,
    /**
     * Calls the listener for every session that is ended early, e.g. by a sign-out, in this process or another. The
     * listener gets a function that is true for the session that has ended. Returns a function that removes the
     * listener.
     */
    onEnded(listener: EndListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Ends a session whose token the host refuses: clears the cookie and revokes the session. Does not wait for the
     * database. The cookie of a session that was revoked during the call stays (see `isOfEnded`).
     */
    endRefused(res: Response, session: Session) {
      if (isRevoked(session)) return;
      cookie.clear(res);
      revoke(session).catch(() => {});
    },
    /**
     * Revokes the sessions whose tokens the engine has revoked; `hashes` are the hashes of these tokens.
     * Does not wait for the database.
     */
    endTokens(hashes: readonly string[]) {
      for (const each of hashes) revocations.add(each, now() + maxMs).catch(() => {});
    },
    /**
     * Called after the host has accepted a new password from this call's session. Browsers that signed in earlier no
     * longer count as known to the account, except this session's browser, because it has just sent the right password.
     * Rejects if the database cannot record the change; this process then records it as soon as it can.
     */
    async passwordChanged(res: Response) {
      const { account, user } = callOf(res).session ?? {};
      const changed = account ?? (user?.email && accountOf(user.email));
      if (!changed) return;
      const at = now();
      await devices.remember(res, changed, at + 1);
      await devices.forgetAll(changed, at);
    },
  };
}

/**
 * Calls `pass` with the final status just before the headers of `res` are sent: the result of the request is known
 * then, and headers can still be set. Node calls `writeHead` itself if no other code does.
 */
export function beforeHeaders(res: ServerResponse, pass: (status: number) => void) {
  const writeHead = res.writeHead;
  let done = false;
  res.writeHead = (...given: unknown[]) => {
    if (!done) {
      done = true;
      pass(Number(given[0]));
    }
    return Reflect.apply(writeHead, res, given);
  };
}

/** Names of the calls that a page makes by itself, without any action of the user. */
const watches = new Set<string>([
  contract.siteStatus.name,
  contract.deskCounts.name,
  contract.live.name,
  contract.blogSchedules.name,
  contract.jobSchedules.name,
]);

/**
 * Opens the session cookie, stores the session in the call, and extends the session's sliding life. Calls that a page
 * makes by itself, such as reads of the site's status, do not extend it: otherwise a forgotten tab would keep its
 * session alive until the absolute life ends. A cookie that cannot be opened counts as absent. Unless it is that of
 * a revoked session, it is cleared if the answer is 401 or if the call reads the session.
 */
export function openSession(sessions: Sessions): RequestHandler {
  const parseCookies = cookieParser();
  return async (req, res, next) => {
    parseCookies(req, res, () => {});
    const sealed: unknown = req.cookies[sessions.cookieName];
    if (sealed === undefined) return next();

    const call = callOf(res);
    const isProbe = call.row?.name === contract.session.name;
    // The `renewSession` call extends the session itself: immediately, and not only when an extension is due.
    const isRenewal = call.row?.name === contract.renewSession.name;
    const isWatch = watches.has(call.row?.name ?? '');
    const session = await sessions.open(sealed);
    if (session) {
      call.session = session;
      // The answer to a call with a session is for one person only. Later passes must not replace `no-store` by a
      // weaker cache rule.
      res.setHeader('Cache-Control', 'no-store');
      if (!isProbe && !isRenewal && !isWatch) await sessions.renew(res, session);
    } else if (!(await sessions.isOfEnded(sealed))) {
      beforeHeaders(res, (status) => {
        if (status === 401 || isProbe) sessions.clear(res);
      });
    }
    next();
  };
}
