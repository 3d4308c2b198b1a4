import type { Logger } from 'pino';
import type { AdminGuard } from '../server/bff/host-admins/admit.ts';
import type { CheckToken, HostPlugin } from '../server/bff/host-plugin.ts';
import { type Config, ConfigError } from '../server/config.ts';
import { assertThat } from '../server/errors.ts';
import { authorisesAdmins, emailPlace, markOf } from './adapt/admin-check.ts';
import { adaptHost, hasByFile } from './adapt-host.ts';
import { loadHostFile } from './host-file/load.ts';
import type { HostFile } from './host-file/schema.ts';
import { createAuthorisation } from './hybrid/authorisation.ts';
import { openHybrid } from './hybrid/open-hybrid.ts';

/** An API host that a host.json describes. */
export interface FileHost extends HostPlugin {
  file: HostFile;
}

/** Reads host.json and returns the host that it describes. Rejects as `openHost` of the server does. */
export async function openHostFile(
  path: string,
  given: Config,
  warn: (text: string) => void,
): Promise<FileHost> {
  const file = await loadHostFile(path, warn);
  const config = configFor(given, file);
  if (!authorisesAdmins(file)) throw new ConfigError([`  host.json: admins needs ${emailPlace}`]);
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
  tools: { log: Pick<Logger, 'warn'>; now?: () => number },
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
