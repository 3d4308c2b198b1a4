import { Readable } from 'node:stream';
import { versionRows } from '#shared/contract/desk/content.ts';
import { type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { type HybridGroup, hybridGroups } from '#shared/contract/row.ts';
import { limits } from '#shared/limits.ts';
import type { Principal } from '#shared/roles.ts';
import { type TrashResource, trashResources } from '#shared/schemas/trash.ts';
import { slice } from '../../server/bff/answers.ts';
import type { Capabilities } from '../../server/bff/capabilities.ts';
import { guardedRows } from '../../server/bff/host-admins/admit.ts';
import type { Hybrid } from '../../server/bff/host-plugin.ts';
import { allMediaPaths, isMediaPath, ownMediaPath } from '../../server/bff/upstream/addresses.ts';
import { isJson, jsonAnswer, readBytes, readJson } from '../../server/bff/upstream/answers.ts';
import {
  fieldOf,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../../server/bff/upstream/upstream.ts';
import { type Config, ConfigError } from '../../server/config.ts';
import { AppError } from '../../server/errors.ts';
import { formHeaders } from '../../server/forms/form-headers.ts';
import type { Warns } from '../adapt/host-map.ts';
import { tokenOf } from '../adapt/sign-in.ts';
import type { HostFile } from '../host-file/schema.ts';
import { type Authorisation, createAuthorisation } from './authorisation.ts';

interface FillOptions {
  config: Config;
  file: HostFile;
  /** Returns whether the host supports a call according to `file`. */
  has: Hybrid['answers'];
  log: Warns;
}

/**
 * Decides which calls the engine answers. Throws ConfigError if host.json does not say who is an admin or how a
 * token is checked: otherwise everyone who can sign in at the host, even a customer, could read applications.
 */
export function openHybrid({ config: given, file, has, log }: FillOptions): Hybrid {
  assertFile(file, given);
  // A host that supports none of the calls of a group lacks the group.
  const isAtHost = (group: HybridGroup) => rows.some((row) => row.answeredBy === group && has(row));
  const wanted = given.ENGINE_FILLS ?? [];
  const groups = wanted === 'auto' ? groupsMissingAt(isAtHost) : wanted;
  const overruled = groups.filter(isAtHost);
  if (overruled.length > 0)
    log.warn(
      { groups: overruled },
      'the API host supports these calls too; ENGINE_FILLS names them, so the embedded engine answers them',
    );
  const filled = rowsOf(groups);
  const answers: Hybrid['answers'] = ({ name }) => filled.has(name);
  return {
    groups,
    config: {
      ...given,
      SAMPLE_CONTENT: 'off',
      UPSTREAM_MEDIA_PATHS: allMediaPaths(given),
    },
    rows: new Set([...filled, ...namingRows]),
    answers,
    text: `the embedded engine answers ${groups.join(', ') || 'nothing'}, as ENGINE_FILLS=${wanted} says`,
    living: (ofEngine) => async (resource, ids) =>
      ofEngine && isResourceOf(groups, resource) ? ofEngine(resource, ids) : [...ids],
    open({ host, engine, log, now }) {
      const { checkToken } = host;
      if (!checkToken) throw new Error('openFills: host.json has no read that checks a token');
      const authorisation = createAuthorisation(file, checkToken, { log, now });
      const { versions, has: ofHost } = host.capabilities;
      const hasVersions =
        isResourceOf(groups, 'job') && (versions !== undefined || !ofHost(contract.getVersions));
      const capabilities = withFilled(host.capabilities, answers, groups, hasVersions);
      return {
        answers,
        upstream: hybridUpstream({
          host: host.upstream,
          engine,
          groups,
          rows: filled,
          authorisation,
          hasVersions,
        }),
        capabilities,
        guard: {
          judge: ({ session }) => authorisation.admit(session),
          guards: (row) => answers(row) || guardedRows.has(row.name),
          // At this point the resource that the call names is not known yet. If it belongs to the host, the host
          // checks the rights.
          names: (row) => row.answeredBy === 'named',
        },
      };
    },
  };
}

function assertFile(file: HostFile, { UPSTREAM_MEDIA_PATHS: media }: Config) {
  const problems: string[] = [];
  if (!file.admins)
    problems.push(
      'needs "admins" in host.json: {"emails": […]}, or {"at": place, "is": […]} in the answer to a sign-in; other accounts of the API host must not see applications',
    );
  if (!file.token.check)
    problems.push(
      'needs "check" in "token" of host.json, {"path": …}: a read that the API host answers only with a good token',
    );
  if (isMediaPath(`${ownMediaPath}/x`, media))
    problems.push(
      `needs the path ${ownMediaPath} for the engine's own media; the API host's media must not cover it`,
    );
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => `  ENGINE_FILLS: ${problem}`));
}

/** Returns the capabilities of the host together with those that the engine adds. */
function withFilled(
  host: Capabilities,
  answers: Hybrid['answers'],
  groups: readonly HybridGroup[],
  hasVersions: boolean,
): Capabilities {
  // Undo is offered for every kind that the host or the engine can restore.
  const own = trashResources.filter((resource) => isResourceOf(groups, resource));
  const ofHost = host.has(contract.restoreDeleted) ? host.restores : [];
  const isNamed: Hybrid['answers'] = ({ name }) =>
    name in versionRows ? hasVersions : own.length > 0 && namingRows.has(name);
  const isThere: Hybrid['answers'] = (row) => answers(row) || isNamed(row);
  const versions = new Set([...(host.versions ?? []), ...(hasVersions ? (['job'] as const) : [])]);
  return {
    has: (row) => isThere(row) || host.has(row),
    isMissing: (row, status, message) => !isThere(row) && host.isMissing(row, status, message),
    missing: async (who) => (await host.missing(who)).filter((name) => !isThere({ name })),
    versions: versions.size > 0 ? [...versions] : undefined,
    restores: ofHost && [...new Set([...ofHost, ...own])],
    loginName: host.loginName,
    byFile: host.byFile && {
      accepted: Object.fromEntries(
        Object.entries(host.byFile.accepted ?? {}).filter(([name]) => !answers({ name })),
      ),
    },
  };
}

/**
 * Returns the groups of which the host supports no call. Jobs and applicants count as one group: if the host supports
 * a call of either, neither is returned.
 */
function groupsMissingAt(isAtHost: (group: HybridGroup) => boolean) {
  const hasHiring = isAtHost('jobs') || isAtHost('applicants');
  return hybridGroups.filter((group) =>
    group === 'jobs' || group === 'applicants' ? !hasHiring : !isAtHost(group),
  );
}

/** Returns the names of the calls that the engine answers. */
export function rowsOf(groups: readonly HybridGroup[]) {
  const hasForms = groups.includes('applicants') || groups.includes('messages');
  const filled = rows.filter(({ answeredBy = 'host' }) => {
    if (answeredBy === 'host' || answeredBy === 'named') return false;
    return answeredBy === 'forms' ? hasForms : groups.includes(answeredBy);
  });
  return new Set(filled.map(({ name }) => name));
}

/**
 * Calls that name a resource as a parameter. Whichever of host and engine answers the calls of that resource also
 * answers these.
 */
const namingRows: ReadonlySet<string> = new Set(
  rows.filter(({ answeredBy }) => answeredBy === 'named').map(({ name }) => name),
);

/** True if the calls of this resource belong to one of the groups. */
function isResourceOf(groups: readonly string[], resource: unknown) {
  return rows.some(
    (row) => row.resource === resource && row.resource && groups.includes(row.answeredBy ?? 'host'),
  );
}

/**
 * Returns the engine's path for the path under which visitors see a file of the engine, including the query;
 * undefined for any other path.
 */
function enginePathOf(path: string) {
  return path.startsWith(`${ownMediaPath}/`) ? `/storage${path.slice(ownMediaPath.length)}` : undefined;
}

/**
 * Matches a whole JSON string that has exactly the form of the engine's media paths (content-api/media/storage.ts).
 */
const address = /"\/storage(\/\d{4}\/[0-9a-f]{32}\.[a-z0-9]{3,4})"/g;

/**
 * Replaces the media paths in a JSON answer of the engine by those that visitors see. Answers that are not JSON stay
 * unchanged.
 */
async function withEngineMedia(answer: UpstreamAnswer) {
  if (!isJson(answer)) return answer;
  const bytes = await readBytes(answer);
  // latin1 maps each byte to one character and back, so all bytes outside the replaced paths stay the same.
  if (!bytes.includes('"/storage/')) return withBody(answer, bytes);
  const text = bytes.toString('latin1');
  return withBody(answer, Buffer.from(text.replace(address, `"${ownMediaPath}$1"`), 'latin1'));
}

function withBody({ status, headers: given }: UpstreamAnswer, body: Buffer) {
  const { 'content-encoding': _packed, ...headers } = given;
  return {
    status,
    headers: { ...headers, 'content-length': String(body.length) },
    body: Readable.from([body], { objectMode: false }),
  };
}

interface HybridOptions {
  host: Upstream;
  engine: Upstream;
  groups: readonly HybridGroup[];
  /** Names of the calls that the engine answers. */
  rows: ReadonlySet<string>;
  authorisation: Authorisation;
  /**
   * True if the engine answers the calls about versions of the resources in `groups`; false if the host has versions
   * of its own.
   */
  hasVersions: boolean;
}

/**
 * Combines the host and the engine. This is the only place that decides which of them answers a call
 * (hosts/hybrid/README.md). The engine never gets a token of the host, and the host never gets a principal of the
 * engine. Each has its own connections, timeouts and breaker. Rejects as `Upstream.request` does and, for an admin's
 * call to the engine, as `Authorisation.again`. If the host refuses the token, the answer has status 401.
 */
function hybridUpstream(options: HybridOptions) {
  const { host, engine, groups, rows, hasVersions, authorisation } = options;

  async function request(wanted: UpstreamRequest) {
    const mediaPath = enginePathOf(wanted.path);
    if (mediaPath) return engine.request(forEngine({ ...wanted, path: mediaPath }));
    const { row } = wanted;
    if (row?.name === contract.getTrash.name && hasTrash && !resourceIn(row, wanted))
      return trashOfBoth(row, wanted);
    if (row && isFilled(row, wanted)) return ofEngine(row, wanted);
    return ofHost(wanted);
  }

  async function ofHost(wanted: UpstreamRequest) {
    // Only the engine understands this header.
    const { [formHeaders.assertion]: _forEngine, ...headers } = wanted.headers;
    const answer = await host.request({ ...wanted, headers });
    const token = tokenOf(wanted);
    if (answer.status === 401 && token) authorisation.end(token);
    return answer;
  }

  const hasTrash = trashResources.some((kind) => isResourceOf(groups, kind));

  function trashOfBoth(row: ContractRow, wanted: UpstreamRequest) {
    const [, search] = wanted.path.split('?', 2);
    return combinedTrash(new URLSearchParams(search), [
      { ask: (path) => ofHost({ ...wanted, path }), takes: (kind) => !isResourceOf(groups, kind) },
      { ask: (path) => ofEngine(row, { ...wanted, path }), takes: (kind) => isResourceOf(groups, kind) },
    ]);
  }

  function isFilled(row: ContractRow, wanted: UpstreamRequest) {
    if (row.name in versionRows && !hasVersions) return false;
    return row.answeredBy === 'named' ? isResourceOf(groups, resourceIn(row, wanted)) : rows.has(row.name);
  }

  async function ofEngine(row: ContractRow, wanted: UpstreamRequest) {
    const token = tokenOf(wanted);
    if (row.access === 'public') {
      // Public calls never require an admin: without a recent check of the token, the caller counts as a visitor.
      const principal = token === undefined ? undefined : authorisation.known(token);
      return ask(wanted, principal);
    }
    try {
      const principal = await authorisation.again(token ?? '');
      return await ask(wanted, principal);
    } catch (error) {
      // Answers as a host that refuses the token does, so that the caller ends the session.
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      return jsonAnswer(401, { status: 0, code: error.code, message: error.message });
    }
  }

  async function ask(wanted: UpstreamRequest, principal?: Principal) {
    const answer = await engine.request(forEngine(wanted, principal));
    return wanted.method === 'HEAD' ? answer : withEngineMedia(answer);
  }

  function forEngine(wanted: UpstreamRequest, principal?: Principal) {
    const { authorization, cookie: _cookie, ...headers } = wanted.headers;
    return {
      ...wanted,
      headers: { ...headers, host: engine.url.host },
      principal,
      isSession: authorization !== undefined,
    };
  }

  return { ...host, request };
}

/**
 * Returns the resource that a call names in its query or JSON body. Calls about one version name no resource. For
 * them the form of the version's id decides: versions of the engine have numeric ids, and those of a host do not.
 */
function resourceIn(row: ContractRow, { path, json }: UpstreamRequest) {
  const [plain = '', search = ''] = path.split('?', 2);
  if (row.name === contract.getVersion.name || row.name === contract.restoreVersion.name)
    return /\/\d+$/.test(plain) ? 'job' : undefined;
  return json ? fieldOf(json, 'resource') : (new URLSearchParams(search).get('resource') ?? undefined);
}

/**
 * The host or the engine as one source of the trash. `ask` requests the path of the trash with its query. Only
 * records of the kinds that `takes` accepts are used from the answer.
 */
interface Side {
  ask(path: string): Promise<UpstreamAnswer>;
  takes(kind: TrashResource): boolean;
}

/**
 * Merges the trash of the host and the trash of the engine into one list, latest deletion first. A source that
 * refuses the call or lacks it is left out: a person may have rights at the host only or at the engine only, and a
 * host may have no trash. Any other refusal, such as 401, is the answer. Of each source only the first page,
 * of the largest size, is read. A list of one kind does not come here, because only one source has it.
 */
export async function combinedTrash(query: URLSearchParams, sides: readonly Side[]) {
  const rows: { deleted_at: string }[] = [];
  const counts: Record<string, number> = {};
  const largestPage = `${contract.getTrash.path}?page=1&per_page=${limits.pageSizeMost}`;
  for (const { ask, takes } of sides) {
    const answer = await ask(largestPage).catch(asAnswer);
    if (answer.status === 403 || answer.status === 404) continue;
    if (answer.status >= 400) return answer;
    const { data } = (await readJson(answer)) as {
      data?: { data: typeof rows; counts?: Record<string, number> };
    };
    rows.push(...(data?.data ?? []));
    for (const [kind, count] of Object.entries(data?.counts ?? {}))
      if (takes(kind as TrashResource)) counts[kind] = count;
  }
  rows.sort((one, other) => (one.deleted_at < other.deleted_at ? 1 : -1));
  const page = Math.max(1, Number(query.get('page')) || 1);
  const perPage = Number(query.get('per_page')) || limits.pageSize;
  return jsonAnswer(200, { status: 1, data: { ...slice(rows, page, perPage), counts } });
}

function asAnswer(error: unknown) {
  if (error instanceof AppError) return jsonAnswer(error.status, {});
  throw error;
}
