import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { HostPlugin, Hybrid } from '../bff/host-plugin.ts';
import { type Config, ConfigError } from '../config.ts';

/**
 * Opens the API host that DATA_DIR/host.json describes. Without that file, returns undefined and loads nothing of
 * `hosts/`. Rejects with `StartError`, which lists everything that is invalid in the file, and with `ConfigError`
 * if the origin of UPSTREAM_URL differs from that in the file. Calls `warn` if other users can read the file.
 */
export async function openHost(given: Config, warn: (text: string) => void) {
  const path = join(given.DATA_DIR, 'host.json');
  const isThere = await stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
  if (!isThere) return undefined;
  const { openHostFile } = await import('../../hosts/open-host-file.ts');
  return openHostFile(path, given, warn);
}

/**
 * Returns which calls the engine answers in place of the host (ENGINE_FILLS); undefined if none. Throws
 * ConfigError, with a text for the operator, if host.json is missing or does not define who is an admin: otherwise
 * everyone who can sign in at the host could read applications.
 */
export function fillsOf(
  config: Config,
  host: HostPlugin | undefined,
  log: Pick<Logger, 'warn'>,
): Hybrid | undefined {
  if (config.ENGINE_FILLS === undefined) return undefined;
  if (host) return host.fills(log);
  throw new ConfigError([
    config.UPSTREAM_URL
      ? '  ENGINE_FILLS: needs DATA_DIR/host.json as well as UPSTREAM_URL: it says who is an admin at the API host ("npm run studio -- doctor URL" writes one)'
      : '  ENGINE_FILLS: is for a site with an API host; without one the embedded engine answers all calls: unset it',
  ]);
}
