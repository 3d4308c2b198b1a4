import type { HostFile } from '../hosts/host-file/schema.ts';
import { openHostFile } from '../hosts/open-host-file.ts';
import type { Config } from '../server/config.ts';
import { hostFileOf } from '../server/open-host.ts';

/**
 * The settings that a server with this environment has, and what its host.json says; `file` is undefined without one. Rejects as `openHost`
 * of the server does.
 */
export async function hostOfSite(
  given: Config,
  warn: (text: string) => void,
): Promise<{ config: Config; file: HostFile | undefined }> {
  const path = await hostFileOf(given);
  if (path === undefined) return { config: given, file: undefined };
  const { config, file } = await openHostFile(path, given, warn);
  return { config, file };
}
