import { trashRows, versionRows } from '#shared/contract/desk/content.ts';
import { type CallName, type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { MIB } from '#shared/limits.ts';
import { formKinds } from '../server/bff/form-kinds.ts';
import type { AdminGuard } from '../server/bff/host-admins/admit.ts';
import type { AdaptedHost, CheckToken, HostPlugin, HostTools } from '../server/bff/host-plugin.ts';
import { entityOf } from '../server/bff/reads/host-kinds.ts';
import { isMediaPath, rewriteMediaAddress } from '../server/bff/upstream/addresses.ts';
import { dumpAnswer, readBytes } from '../server/bff/upstream/answers.ts';
import type { MediaHost, Upstream } from '../server/bff/upstream/upstream.ts';
import { type Config, ConfigError } from '../server/config.ts';
import { assertThat } from '../server/errors.ts';
import { createSealer } from '../server/process/sealed.ts';
import { adaptUpstream } from './adapt/adapted-upstream.ts';
import { createHostMap, type HostMap, type MappedCall, type Warns } from './adapt/host-map.ts';
import { nameAtHost, takesFile } from './adapt/requests.ts';
import { authorisesAdmins, markOf } from './adapt/sign-in.ts';
import { mappedRows, sentNames } from './host-file/entities.ts';
import { loadHostFile } from './host-file/load.ts';
import type { HostFile } from './host-file/schema.ts';
import { createAuthorisation } from './hybrid/authorisation.ts';
import { openHybrid } from './hybrid/open-hybrid.ts';
import { type FetchMedia, type Kind, kinds } from './snapshots/context.ts';
import { snapshotBefore } from './snapshots/snapshotting-upstream.ts';

/** Reads host.json and returns the host that it describes. Rejects as `openHost` of the server does. */
export async function openHostFile(
  path: string,
  given: Config,
  warn: (text: string) => void,
): Promise<HostPlugin & { file: HostFile }> {
  const file = await loadHostFile(path, warn);
  const config = configFor(given, file);
  if (!authorisesAdmins(file))
    throw new ConfigError([
      '  host.json: admins needs the place of the email in host.json, "user": {"email": place} in "token" or in "token.check": admins.emails is compared with what the API host says',
    ]);
  const has = hasByFile(file);
  return {
    config,
    origins: file.media.origins,
    file,
    has,
    adapt: (inner, tools) => adaptHost(inner, file, tools),
    judge: (...asked) => authoriseByHostFile(file, ...asked),
    fills: (log) => openHybrid({ config, file, has, log }),
  };
}

/** Returns the settings with the values of host.json in place of the UPSTREAM_ variables. */
function configFor(given: Config, file: HostFile): Config {
  const origin = new URL(file.root.origin);
  if (given.UPSTREAM_URL && given.UPSTREAM_URL.origin !== origin.origin)
    throw new ConfigError([
      `  UPSTREAM_URL: differs from the origin of root in host.json, ${origin.origin}; unset it, or move the file away`,
    ]);
  return {
    ...given,
    UPSTREAM_URL: origin,
    UPSTREAM_MEDIA_PATHS: file.media.paths ?? given.UPSTREAM_MEDIA_PATHS,
    // The contract's own paths. The adapter replaces them by the real paths that host.json states.
    UPSTREAM_LOGIN_PATH: '/api/login',
    UPSTREAM_LOGOUT_PATH: '/api/logout',
  };
}

/**
 * Returns a function that decides by `admins` of host.json who is an admin. Used for a host where the engine answers no
 * calls. If host.json names no token check, both must hold: the answer to the sign-in identified an admin, and
 * `byReads` accepts the session.
 */
function authoriseByHostFile(
  file: HostFile,
  checkToken: CheckToken | undefined,
  byReads: AdminGuard['judge'],
  tools: { log: Warns; now?: () => number },
): AdminGuard['judge'] {
  if (!file.admins) return byReads;
  if (checkToken) {
    const authorisation = createAuthorisation(file, checkToken, tools);
    return ({ session }) => authorisation.admit(session);
  }
  const rule = markOf(file.admins);
  return async (asked) => {
    assertThat(asked.session.admin === rule, 'role.notAllowed', 403);
    return byReads(asked);
  };
}

/**
 * Maximum number of bytes of one picture or video that is stored with a deleted or overwritten record, and the
 * maximum time to fetch it, in milliseconds. The time is short because the caller waits for the fetch.
 */
const longestFile = 32 * MIB;
const fileMs = 10_000;

type Has = HostPlugin['has'];

/**
 * Makes an upstream that speaks the contract from the API host that host.json describes. Also returns which calls the
 * host supports according to the file. This site provides undo, trash and versions where the host lacks them.
 */
export function adaptHost(
  inner: Upstream,
  file: HostFile,
  { log, mediaPaths, keep }: HostTools,
): AdaptedHost {
  const map = createHostMap(file);
  const ofHost = hasByFile(file, map);
  const adapted = adaptUpstream(inner, map, { mediaPaths, log });
  const kept = (call: Pick<ContractRow, 'name'>, holds: (kind: Kind) => boolean) =>
    keep && !ofHost(call) ? kinds.filter(holds) : [];
  const hasAll = (...calls: CallName[]) => calls.every((call) => ofHost(contract[call]));
  // A record can be restored if the host can delete it and add it again; it has versions if the host can save over it
  // and has a call that reads it.
  const deleted = kept(contract.restoreDeleted, ({ adds, deletes }) => hasAll(adds, deletes));
  const versioned = kept(contract.getVersions, ({ changes, one, list }) => {
    const read = one ?? list;
    return read !== undefined && hasAll(changes, read);
  });
  const own = new Set<string>([
    ...(deleted.length > 0 ? Object.keys(trashRows) : []),
    ...(versioned.length > 0 ? Object.keys(versionRows) : []),
  ]);
  const has: Has = (row) => own.has(row.name) || ofHost(row);
  const missing = rows.filter((row) => !has(row)).map(({ name }) => name);
  const keeping =
    keep && own.size > 0
      ? snapshotBefore(adapted, ofHost, {
          db: keep.db,
          sealer: createSealer(keep.keys),
          fetchMedia: mediaOf(keep.media, map.origin, mediaPaths),
          deleted,
          versioned,
          answered: own,
          log,
          sendRedirect: keep.sendRedirect,
        })
      : undefined;
  const namesOf = (list: readonly Kind[]) =>
    list.length > 0 ? list.map(({ noun }) => noun.resource) : undefined;
  return {
    upstream: keeping ?? adapted,
    checkToken: adapted.checkToken,
    ownRows: own,
    capabilities: {
      has,
      isMissing: (row) => !has(row),
      missing: async () => missing,
      restores: namesOf(deleted),
      versions: namesOf(versioned),
      byFile: { accepted: acceptedValues(map) },
      loginName: file.login_name === 'user_name' ? file.login_name : undefined,
    },
  };
}

/**
 * Returns a function that tests whether a call is supported according to host.json: the host answers it, or the call
 * is about the session, so that this site answers it without the host.
 */
export function hasByFile(file: HostFile, map = createHostMap(file)): Has {
  return (row) => !mappedRows.has(row.name) || map.answererOf(row) !== undefined;
}

/**
 * Returns the values that each call of the admin area, or of a visitors' form, accepts for its choices, as far as
 * host.json limits them; of an admin's choice that is always the same this one, and none for a text or a file that the
 * call does not send.
 */
export function acceptedValues(map: HostMap) {
  const entries = rows.flatMap((row) => {
    const isForm = formKinds[row.name] !== undefined;
    if (!isForm && (row.access !== 'admin' || row.method === 'GET')) return [];
    const asked = map.calledFor(row);
    const kind = entityOf(row);
    const fields = asked?.fields ?? (kind && map.fieldsOf(kind));
    const files = row.upload?.files.map(({ name }) => name) ?? [];
    const isSent = (call: MappedCall, name: string) =>
      files.includes(name)
        ? takesFile(call, name)
        : nameAtHost(call, name) !== undefined || JSON.stringify(call.call).includes(`{${name}}`);
    const limited = sentNames(row).flatMap((name): [string, string[]][] => {
      const { write, isStored = true, always } = fields?.get(name) ?? {};
      if (!isStored && !isForm) return [[name, [String(always)]]];
      if (asked && !isSent(asked, name)) return [[name, []]];
      return write ? [[name, [...write.keys()]]] : [];
    });
    return limited.length > 0 ? [[row.name, Object.fromEntries(limited)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns a function that fetches the bytes of a picture or video by its URL, as an answer of the host has it. */
function mediaOf(media: MediaHost['request'], origin: URL, mediaPaths: readonly string[]): FetchMedia {
  const { host } = origin;
  return async (address, { headers }) => {
    // The names of a host in its answers are those for which the site rewrites addresses for the browser.
    const hosts = [host, headers['x-forwarded-host'] ?? host];
    const url = new URL(rewriteMediaAddress(address, { hosts, mediaPaths }), origin);
    if (url.host !== host || !isMediaPath(url.pathname, mediaPaths)) return undefined;
    const signal = AbortSignal.timeout(fileMs);
    const path = url.pathname + url.search;
    const answer = await media({ method: 'GET', path, headers: { host }, signal });
    if (answer.status !== 200) {
      dumpAnswer(answer);
      return undefined;
    }
    const type = String(answer.headers['content-type'] ?? 'application/octet-stream');
    return { bytes: await readBytes(answer, longestFile), type };
  };
}
