import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { HostPlugin } from '../bff/host-plugin.ts';
import type { LiveOptions } from '../bff/live/live.ts';
import { allMediaPaths } from '../bff/upstream/addresses.ts';
import { type Config, ConfigError } from '../config.ts';
import { withForeignMedia } from '../foreign-media/origins.ts';
import type { MinRate, Timeouts } from '../http/connections.ts';
import type { LogStream } from '../http/log.ts';
import { loadStaticClient } from '../http/ready-answer.ts';
import { createPatterns } from '../pages/patterns.ts';
import { openDataDir } from '../process/data-dir.ts';
import { openTogether } from '../process/open-together.ts';
import { createLiveCompany } from '../site/live-company.ts';
import { loadSite, warnOfTaken } from '../site/load-site.ts';

export interface StartOptions {
  /** Folder of the built client; dist/client by default. */
  clientDir?: string;
  /** Folder of the built page renderer. Default: `server` next to the client. */
  pagesDir?: string;
  /** Output of log lines. Default: standard output. */
  logStream?: LogStream;
  /** Timeouts of connections; tests use shorter ones. */
  timeouts?: Partial<Timeouts>;
  /** Lowest rate at which request bodies may arrive. */
  minRate?: MinRate;
  /** Descriptor of a socket that already listens; it is used in place of HOST and PORT. */
  socket?: number;
  /** Limits of the admin area's event streams, and the timer that sends comments to keep these streams open. */
  live?: Pick<LiveOptions, 'every' | 'limits'>;
  /** Maximum size of the cache of public content, and the clock for the age of its answers (in milliseconds). */
  cache?: { maxBytes?: number; now?: () => number };
}

/** The inputs of every start. */
export interface Beginning {
  /** The settings as they were read from the environment. */
  given: Config;
  options: StartOptions;
  log: Logger;
}

export type Company = Awaited<ReturnType<typeof openCompany>>;

/**
 * Opens the operator's files in DATA_DIR (host.json, site.json and its pictures) and the built client. DATA_DIR is
 * locked first.
 */
export function openCompany({ given, options, log }: Beginning) {
  return openTogether(async (opened) => {
    const warn = (text: string) => log.warn(text);
    const dataDir = await openDataDir(given.DATA_DIR, warn);
    opened.add(dataDir.release);
    const plugin = await openHost(given, warn);
    const config = withForeignMedia(plugin?.config ?? given, plugin?.origins ?? {});
    const mediaPaths = allMediaPaths(config);
    const { source, taken, ...loaded } = await loadSite(given.DATA_DIR, { mediaPaths });
    warnOfTaken(log, taken);
    const clientDir = options.clientDir ?? join(import.meta.dirname, '../../dist/client');
    const builtClient = await loadStaticClient(clientDir);
    const live = createLiveCompany(loaded, builtClient.files);
    return {
      /** The settings after those of host.json were applied. */
      config,
      plugin,
      /** The company, which an owner can change while the site runs. */
      live,
      site: live.site,
      /** The content of site.json, unchecked; undefined if there is no such file. */
      siteFile: source,
      clientDir,
      builtClient,
      patterns: createPatterns(() => live.site().brand),
      mediaPaths,
    };
  });
}

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
export function fillsOf(config: Config, host: HostPlugin | undefined, log: Pick<Logger, 'warn'>) {
  if (config.ENGINE_FILLS === undefined) return undefined;
  if (host) return host.fills(log);
  throw new ConfigError([
    config.UPSTREAM_URL
      ? '  ENGINE_FILLS: needs DATA_DIR/host.json as well as UPSTREAM_URL: it says who is an admin at the API host ("npm run studio -- doctor URL" writes one)'
      : '  ENGINE_FILLS: is for a site with an API host; without one the embedded engine answers all calls: unset it',
  ]);
}
