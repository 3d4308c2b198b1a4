import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Asker } from '../../server/asker.ts';
import type { CheckToken, TokenVerdict } from '../../server/bff/host-plugin.ts';
import type { Session } from '../../server/bff/session/session.ts';
import { AppError } from '../../server/errors.ts';
import { isAdminByCheck, markOf, userByCheck } from '../adapt/who-is-admin.ts';
import type { HostFile } from '../host-file/schema.ts';

/** Who may use what the engine fills in: admins of the host, by a token that the host has taken within the last five minutes. */
export interface Admission {
  /**
   * The admin whose session this is. Rejects with AppError: 401 `session.required` when the host refuses the token, 403
   * `role.notAllowed` for everybody else, 503 `upstream.down` when the host cannot be asked.
   */
  admit(session: Pick<Session, 'token' | 'user' | 'admin'>): Promise<Asker>;
  /** The same of a session that was let in by this process, without another look at it. Rejects with 403 for one that was not. */
  again(token: string): Promise<Asker>;
  /** The admin of this token if the host was asked about it lately; nobody is asked. */
  known(token: string): Asker | undefined;
  /** The host has refused the token, or the session has ended: what was known of it is forgotten, also what is just being asked. */
  end(token: string): void;
}

/** So long the word of the host about a token counts, in milliseconds. */
const believedMs = 5 * 60_000;
/** Tokens that are known at once. */
const mostTokens = 5_000;
/** Whoever comes while the host cannot be asked is told to wait so long, in seconds. */
const retrySeconds = 10;

interface Entry {
  session: Pick<Session, 'token' | 'user' | 'admin'>;
  /** When the host was asked; undefined as long as it has said nothing that lasts. */
  askedAt?: number;
  verdict?: TokenVerdict;
  asking?: Promise<TokenVerdict>;
  /** What is just being asked comes too late. */
  isEnded?: true;
}

export function createAdmission(
  file: HostFile,
  checkToken: CheckToken,
  { log, now = () => performance.now() }: { log: Pick<Logger, 'warn'>; now?: (() => number) | undefined },
): Admission {
  /** By a hash: no token lies in memory for this. */
  const entries = new LRUCache<string, Entry>({ max: mostTokens });
  const rule = file.admins && markOf(file.admins);
  const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url');

  const isFresh = ({ askedAt, verdict }: Entry) =>
    verdict !== undefined && askedAt !== undefined && now() - askedAt < believedMs;

  /** One question for all who want to know. */
  function ask(entry: Entry): Promise<TokenVerdict> {
    if (entry.verdict && isFresh(entry)) return Promise.resolve(entry.verdict);
    entry.asking ??= (async () => {
      // Of the moment before it was sent: an answer may be on its way for long.
      const askedAt = now();
      try {
        const verdict = await checkToken(entry.session.token);
        Object.assign(entry, { askedAt, verdict });
        return verdict;
      } catch (error) {
        log.warn({ err: error }, 'the API host could not be asked whether it still takes a token');
        throw new AppError('upstream.down', 503, {
          cause: error,
          headers: { 'Retry-After': String(retrySeconds) },
        });
      } finally {
        delete entry.asking;
      }
    })();
    return entry.asking;
  }

  /** An admin is who the host says is one: in its answer to this check, or where that tells nothing, in the one to the sign-in. */
  function askerOf({ session }: Entry, verdict: TokenVerdict): Asker | undefined {
    if (verdict.is !== 'good') return undefined;
    const isAdmin = isAdminByCheck(file, verdict.json) ?? (rule !== undefined && session.admin === rule);
    const user = isAdmin ? userByCheck(file, verdict.json) : undefined;
    return user && asAsker({ ...session.user, ...user });
  }

  async function judge(key: string, entry: Entry): Promise<Asker> {
    const verdict = await ask(entry);
    if (verdict.is === 'refused') end(key);
    // Whoever has waited while the token was ended is not let in by the answer of before.
    if (verdict.is === 'refused' || entry.isEnded) throw new AppError('session.required', 401);
    const asker = askerOf(entry, verdict);
    if (!asker) throw new AppError('role.notAllowed', 403);
    return asker;
  }

  function end(key: string): void {
    const entry = entries.get(key);
    if (entry) entry.isEnded = true;
    entries.delete(key);
  }

  return {
    admit(session) {
      const key = keyOf(session.token);
      const entry: Entry = entries.get(key) ?? { session };
      entry.session = session;
      entries.set(key, entry);
      return judge(key, entry);
    },
    async again(token) {
      const key = keyOf(token);
      const entry = entries.get(key);
      if (!entry) throw new AppError('role.notAllowed', 403);
      return judge(key, entry);
    },
    known(token) {
      const entry = entries.get(keyOf(token));
      return entry?.verdict && isFresh(entry) ? askerOf(entry, entry.verdict) : undefined;
    },
    end: (token) => end(keyOf(token)),
  };
}

/** Without a role of ours, as over a host that has only one, an admin may do everything (docs/product.md §6). */
function asAsker({ id, name, email, role }: Session['user'] & object): Asker {
  const plainName = typeof name === 'string' ? name.slice(0, 200) : '';
  // An admin of a host that tells no address still is somebody.
  const known =
    typeof email === 'string' && email !== '' ? email : `host-account-${id ?? (plainName || 'unnamed')}`;
  return { email: known.trim().toLowerCase().slice(0, 254), name: plainName, role: role ?? 'owner' };
}
