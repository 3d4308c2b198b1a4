import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import type { Config } from '../config.ts';

const folder = '/media';

/**
 * Splits a media path of this site into the alias of an origin and the path below it; undefined if either is missing.
 */
export function pathBelow(path: string): [alias: string, below: string] | undefined {
  const [, alias, below] = /^\/media\/([a-z][a-z0-9-]{0,31})\/(.+)$/.exec(path) ?? [];
  return alias === undefined || below === undefined ? undefined : [alias, below];
}

/**
 * Returns the settings with the paths of the named origins added to the media paths, so that all code that uses media
 * paths knows them.
 */
export function withForeignMedia(config: Config, origins: MediaOrigins): Config {
  const paths = Object.keys(origins).map((alias) => `${folder}/${alias}`);
  if (paths.length === 0) return config;
  return { ...config, UPSTREAM_MEDIA_PATHS: [...config.UPSTREAM_MEDIA_PATHS, ...paths] };
}
