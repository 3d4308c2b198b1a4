import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import type { Config } from '../config.ts';

const folder = '/media';

/** The alias and what stands below it, of a path of ours that has both. */
export function pathBelow(path: string): [alias: string, below: string] | undefined {
  const [, alias, below] = /^\/media\/([a-z][a-z0-9-]{0,31})\/(.+)$/.exec(path) ?? [];
  return alias === undefined || below === undefined ? undefined : [alias, below];
}

/** The settings with the named origins' media among that of the host: whatever asks for paths of media knows those too. */
export function withForeignMedia(config: Config, origins: MediaOrigins): Config {
  const paths = Object.keys(origins).map((alias) => `${folder}/${alias}`);
  if (paths.length === 0) return config;
  return { ...config, UPSTREAM_MEDIA_PATHS: [...config.UPSTREAM_MEDIA_PATHS, ...paths] };
}
