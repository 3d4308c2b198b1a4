import type { Logger } from 'pino';
import { versionRows } from '#shared/contract/desk/content.ts';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { type HybridGroup, hybridGroups } from '#shared/contract/row.ts';
import { trashResources } from '#shared/schemas/trash.ts';
import type { Capabilities } from '../../server/bff/capabilities.ts';
import { guardedRows } from '../../server/bff/host-admins/admit.ts';
import type { Hybrid } from '../../server/bff/host-plugin.ts';
import { allMediaPaths, isMediaPath, ownMediaPath } from '../../server/bff/upstream/addresses.ts';
import { type Config, ConfigError } from '../../server/config.ts';
import type { HostFile } from '../host-file/schema.ts';
import { createAuthorisation } from './authorisation.ts';
import { callsOfGroup, hybridUpstream, isResourceOf, namingRows, rowsOf } from './hybrid-upstream.ts';

interface FillOptions {
  config: Config;
  file: HostFile;
  /** Returns whether the host supports a call according to `file`. */
  has: (row: Pick<ContractRow, 'name'>) => boolean;
  log: Pick<Logger, 'warn'>;
}

/**
 * Decides which calls the engine answers. Throws ConfigError if host.json does not say who is an admin or how a
 * token is checked: otherwise everyone who can sign in at the host, even a customer, could read applications.
 */
export function openHybrid({ config: given, file, has, log }: FillOptions): Hybrid {
  assertFile(file, given);
  const isAtHost = (group: HybridGroup) => callsOfGroup(group).some((name) => has({ name }));
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
      const parts = { engine, groups, rows: filled, authorisation, hasVersions };
      return {
        answers,
        upstream: hybridUpstream({ ...parts, host: host.upstream }),
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
      ...(!answers(contract.updateApplicantStatus) && host.byFile),
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
