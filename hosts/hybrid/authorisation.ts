import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CheckToken, TokenVerdict } from '../../server/bff/host-plugin.ts';
import type { Session } from '../../server/bff/session/session.ts';
import { AppError } from '../../server/errors.ts';
import type { Warns } from '../adapt/host-map.ts';
import { isAdminByCheck, markOf, userByCheck } from '../adapt/sign-in.ts';
import type { HostFile } from '../host-file/schema.ts';

export type Authorisation = ReturnType<typeof createAuthorisation>;

type Admitted = Pick<Session, 'token' | 'user' | 'admin'>;

/** How long the result of a token check is used, in milliseconds. */
const believedMs = 5 * 60_000;
/** Maximum number of tokens whose check is remembered. */
const mostTokens = 5_000;
/** Retry-After of the 503 while the host does not answer, in seconds. */
const retrySeconds = 10;

interface Entry {
  session: Admitted;
  /** Time at which the last answered check began; undefined until the host has answered. */
  askedAt?: number;
  verdict?: TokenVerdict;
  asking?: Promise<TokenVerdict>;
  /** Set when the token is ended; the result of a check that is still running is then ignored. */
  isEnded?: true;
}

/**
 * Decides who may use the calls that the engine answers: admins of the host whose token the host has accepted within
 * the last five minutes.
 */
export function createAuthorisation(
  file: HostFile,
  checkToken: CheckToken,
  { log, now = () => performance.now() }: { log: Warns; now?: () => number },
) {
  /** The key is a hash of the token. */
  const entries = new LRUCache<string, Entry>({ max: mostTokens });
  const rule = file.admins && markOf(file.admins);
  const keyOf = (token: string) => hash('sha256', token, 'base64url');

  const isFresh = ({ askedAt, verdict }: Entry) =>
    verdict !== undefined && askedAt !== undefined && now() - askedAt < believedMs;

  /** Checks a token, in single flight. Returns the last result while it is fresh. */
  function ask(entry: Entry) {
    if (entry.verdict && isFresh(entry)) return Promise.resolve(entry.verdict);
    entry.asking ??= (async () => {
      // The time is read before the request, so that an answer that arrives late is not used for longer than others.
      const askedAt = now();
      try {
        const verdict = await checkToken(entry.session.token);
        Object.assign(entry, { askedAt, verdict });
        return verdict;
      } catch (error) {
        log.warn({ err: error }, 'the API host could not be asked whether it still takes a token');
        throw new AppError('upstream.down', 503, {
          cause: error,
          retryAfter: retrySeconds,
        });
      } finally {
        delete entry.asking;
      }
    })();
    return entry.asking;
  }

  /**
   * Returns the person as a principal; undefined if the person is no admin. The host's answer to the token check
   * decides. If that answer does not show who is an admin, the answer to the sign-in decides.
   */
  function principalOf({ session }: Entry, verdict: TokenVerdict) {
    if (verdict.is !== 'good') return undefined;
    const isAdmin = isAdminByCheck(file, verdict.json) ?? (rule !== undefined && session.admin === rule);
    const user = isAdmin ? userByCheck(file, verdict.json) : undefined;
    return user && asPrincipal({ ...session.user, ...user });
  }

  async function judge(key: string, entry: Entry) {
    const verdict = await ask(entry);
    if (verdict.is === 'refused') end(key);
    // The token may have been ended while this caller waited for the check. The result of the check is then ignored.
    if (verdict.is === 'refused' || entry.isEnded) throw new AppError('session.required', 401);
    const principal = principalOf(entry, verdict);
    if (!principal) throw new AppError('role.notAllowed', 403);
    return principal;
  }

  function end(key: string) {
    const entry = entries.get(key);
    if (entry) entry.isEnded = true;
    entries.delete(key);
  }

  return {
    /**
     * Returns the admin of a session. Rejects with AppError: 401 `session.required` if the host refuses the token, 403
     * `role.notAllowed` for a person who is no admin, 503 `upstream.down` if the host does not answer.
     */
    admit(session: Admitted) {
      const key = keyOf(session.token);
      const entry: Entry = entries.get(key) ?? { session };
      entry.session = session;
      entries.set(key, entry);
      return judge(key, entry);
    },
    /**
     * Returns the admin of a session that `admit` of this process has accepted before. Asks the host again only if the
     * last check has expired. Rejects with 403 for any other session.
     */
    async again(token: string) {
      const key = keyOf(token);
      const entry = entries.get(key);
      if (!entry) throw new AppError('role.notAllowed', 403);
      return judge(key, entry);
    },
    /** Returns the admin of this token if a check within the last five minutes accepted it; never asks the host. */
    known(token: string) {
      const entry = entries.get(keyOf(token));
      return entry?.verdict && isFresh(entry) ? principalOf(entry, entry.verdict) : undefined;
    },
    /** Forgets a token that the host has refused or whose session has ended. */
    end: (token: string) => end(keyOf(token)),
  };
}

/**
 * An admin for whom the host sends no role may do everything, as at a host with only one role (docs/product.md §6).
 */
function asPrincipal({ id, name, email, role }: Session['user'] & object) {
  const plainName = typeof name === 'string' ? name.slice(0, 200) : '';
  // If the host sends no email, the id or name of the account identifies the admin.
  const known =
    typeof email === 'string' && email !== '' ? email : `host-account-${id ?? (plainName || 'unnamed')}`;
  return { email: known.trim().toLowerCase().slice(0, 254), name: plainName, role: role ?? 'owner' };
}
