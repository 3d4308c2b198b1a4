import { Readable } from 'node:stream';
import { versionRows } from '#shared/contract/desk/content.ts';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { HybridGroup } from '#shared/contract/row.ts';
import type { Principal } from '#shared/roles.ts';
import { trashResources } from '#shared/schemas/trash.ts';
import { ownMediaPath } from '../../server/bff/upstream/addresses.ts';
import { isJson, jsonAnswer, readBytes } from '../../server/bff/upstream/answers.ts';
import {
  fieldOf,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import { formHeaders } from '../../server/forms/form-headers.ts';
import type { Authorisation } from './authorisation.ts';
import { combinedTrash } from './combined-trash.ts';
import { isResourceOf } from './hybrid-rows.ts';

const enginePath = '/storage';

/**
 * Returns the engine's path for the path under which visitors see a file of the engine, including the query;
 * undefined for any other path.
 */
function enginePathOf(path: string): string | undefined {
  return path.startsWith(`${ownMediaPath}/`) ? `${enginePath}${path.slice(ownMediaPath.length)}` : undefined;
}

/**
 * Matches a whole JSON string that has exactly the form of the engine's media paths (content-api/media/storage.ts).
 */
const address = /"\/storage(\/\d{4}\/[0-9a-f]{32}\.[a-z0-9]{3,4})"/g;

/**
 * Replaces the media paths in a JSON answer of the engine by those that visitors see. Answers that are not JSON stay
 * unchanged.
 */
async function withEngineMedia(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  if (!isJson(answer)) return answer;
  const bytes = await readBytes(answer);
  // latin1 maps each byte to one character and back, so all bytes outside the replaced paths stay the same.
  if (!bytes.includes('"/storage/')) return withBody(answer, bytes);
  const text = bytes.toString('latin1');
  return withBody(answer, Buffer.from(text.replace(address, `"${ownMediaPath}$1"`), 'latin1'));
}

function withBody({ status, headers: given }: UpstreamAnswer, body: Buffer): UpstreamAnswer {
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
export function hybridUpstream(options: HybridOptions): Upstream {
  const { host, engine, groups, rows, hasVersions, authorisation } = options;

  async function request(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const mediaPath = enginePathOf(wanted.path);
    if (mediaPath) return engine.request(forEngine({ ...wanted, path: mediaPath }));
    const { row } = wanted;
    if (row?.name === contract.getTrash.name && hasTrash && !resourceIn(row, wanted))
      return trashOfBoth(row, wanted);
    if (row && isFilled(row, wanted)) return ofEngine(row, wanted);
    return ofHost(wanted);
  }

  async function ofHost(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const answer = await host.request(forHost(wanted));
    const token = tokenOf(wanted);
    if (answer.status === 401 && token) authorisation.end(token);
    return answer;
  }

  const hasTrash = trashResources.some((kind) => isResourceOf(groups, kind));

  function trashOfBoth(row: ContractRow, wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const [, search] = wanted.path.split('?', 2);
    return combinedTrash(new URLSearchParams(search), [
      { ask: (path) => ofHost({ ...wanted, path }), takes: (kind) => !isResourceOf(groups, kind) },
      { ask: (path) => ofEngine(row, { ...wanted, path }), takes: (kind) => isResourceOf(groups, kind) },
    ]);
  }

  function isFilled(row: ContractRow, wanted: UpstreamRequest): boolean {
    if (row.name in versionRows && !hasVersions) return false;
    return row.answeredBy === 'named' ? isResourceOf(groups, resourceIn(row, wanted)) : rows.has(row.name);
  }

  async function ofEngine(row: ContractRow, wanted: UpstreamRequest): Promise<UpstreamAnswer> {
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

  async function ask(wanted: UpstreamRequest, principal?: Principal): Promise<UpstreamAnswer> {
    const answer = await engine.request(forEngine(wanted, principal));
    return wanted.method === 'HEAD' ? answer : withEngineMedia(answer);
  }

  function forEngine(wanted: UpstreamRequest, principal?: Principal): UpstreamRequest {
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

/** Returns the request without the header that only the engine understands. */
function forHost(wanted: UpstreamRequest): UpstreamRequest {
  const { [formHeaders.assertion]: _forEngine, ...headers } = wanted.headers;
  return { ...wanted, headers };
}

function tokenOf({ headers }: UpstreamRequest): string | undefined {
  return /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Returns the resource that a call names in its query or JSON body. Calls about one version name no resource. For
 * them the form of the version's id decides: versions of the engine have numeric ids, and those of a host do not.
 */
function resourceIn(row: ContractRow, { path, json }: UpstreamRequest): unknown {
  const [plain = '', search = ''] = path.split('?', 2);
  if (row.name === contract.getVersion.name || row.name === contract.restoreVersion.name)
    return /\/\d+$/.test(plain) ? 'job' : undefined;
  return json ? fieldOf(json, 'resource') : (new URLSearchParams(search).get('resource') ?? undefined);
}
