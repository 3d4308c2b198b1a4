import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../../config.ts';
import type { SiteDb } from '../../database/site-types.ts';
import type { Capabilities } from '../capabilities.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { AdaptedHost, HostTools } from './adapt-host.ts';
import type { AdminGuard } from './admit.ts';
import type { Fills } from './fill/open-fills.ts';
import type { HostFile } from './host-file/schema.ts';

/** The API host that a site stands in front of. */
export interface OpenedHost {
  config: Config;
  /** What DATA_DIR/host.json says; undefined without the file. */
  file?: HostFile;
  /** The host as one that speaks the contract, and which calls it has: the file says so, and nobody has to ask. */
  adapt?(inner: Upstream, tools: HostTools): AdaptedHost;
  /** Who is an admin, as the file says. */
  judge?(
    checkToken: AdaptedHost['checkToken'],
    byReads: AdminGuard['judge'],
    tools: { log: Pick<Logger, 'warn'>; now?: (() => number) | undefined },
  ): AdminGuard['judge'];
  /** Which calls the host has, by the file. */
  has?: Capabilities['has'];
}

/** The name of the file in DATA_DIR. */
const hostFileName = 'host.json';

/**
 * Reads DATA_DIR/host.json, if there is one; nothing of the adapter is loaded otherwise. Rejects with `HostFileError` that names every
 * bad place, and with `ConfigError` when UPSTREAM_URL names another origin than the file. `warn` hears that others can read it.
 */
export async function openHost(given: Config, warn: (text: string) => void): Promise<OpenedHost> {
  const path = join(given.DATA_DIR, hostFileName);
  const isThere = await stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
  if (!isThere) return { config: given };
  const { loadHostFile } = await import('./host-file/load.ts');
  const file = await loadHostFile(path, warn);
  const config = configFor(given, file);
  const { emailPlace, placesAdmins } = await import('./adapt/who-is-admin.ts');
  if (!placesAdmins(file)) throw new ConfigError([`  ${hostFileName}: admins needs ${emailPlace}`]);
  const { judgeByFile } = await import('./fill/judge-by-file.ts');
  const { adaptHost, hasByFile } = await import('./adapt-host.ts');
  return {
    config,
    file,
    has: hasByFile(file),
    adapt: (inner, tools) => adaptHost(inner, file, tools),
    judge: (...given) => judgeByFile(file, ...given),
  };
}

/** What the file says stands in place of the UPSTREAM_ variables. */
function configFor(given: Config, file: HostFile): Config {
  const origin = new URL(file.root.origin);
  if (given.UPSTREAM_URL && given.UPSTREAM_URL.origin !== origin.origin)
    throw new ConfigError([
      `  UPSTREAM_URL: is another origin than the root of ${hostFileName}, ${origin.origin}; unset it, or move the file away`,
    ]);
  return {
    ...given,
    UPSTREAM_URL: origin,
    UPSTREAM_MEDIA_PATHS: file.media.paths ?? given.UPSTREAM_MEDIA_PATHS,
    // By these the calls are found in the file, which says where they go.
    UPSTREAM_LOGIN_PATH: '/api/login',
    UPSTREAM_LOGOUT_PATH: '/api/logout',
  };
}

/** What the engine fills in beside the host (ENGINE_FILLS); undefined, and nothing of it loaded, where nothing is. Rejects as `openFills` does. */
export async function fillsOf(
  { config, file, has = () => true }: OpenedHost,
  tools: { db: SiteDb; log: Pick<Logger, 'warn'> },
): Promise<Fills | undefined> {
  if (config.ENGINE_FILLS === undefined) return undefined;
  const { openFills } = await import('./fill/open-fills.ts');
  return openFills({ config, file, has, ...tools });
}
