import { join } from 'node:path';
import type { Logger } from 'pino';
import { allMediaPaths } from '../bff/upstream/addresses.ts';
import type { Config } from '../config.ts';
import { withForeignMedia } from '../foreign-media/origins.ts';
import { loadStaticClient } from '../http/static-client.ts';
import { createPatterns } from '../pages/patterns.ts';
import { openDataDir } from '../process/data-dir.ts';
import { openTogether } from '../process/open-together.ts';
import { createLiveCompany } from '../site/live-company.ts';
import { loadSite, warnOfTaken } from '../site/load-site.ts';
import { openHost } from './open-host.ts';
import type { StartOptions } from './running.ts';

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
      isFile: (path: string) => live.files.has(path),
      patterns: createPatterns(() => live.site().brand),
      mediaPaths,
    };
  });
}
