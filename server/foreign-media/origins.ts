import { type MediaOrigins, mediaOriginSchema } from '#shared/schemas/media-origin.ts';
import type { Config } from '../config.ts';
import { StartError } from '../errors.ts';
import { isPrivateLiteral } from '../http/public-address.ts';

const folder = '/media';

/**
 * Splits a media path of this site into the alias of an origin and the path below it; undefined if either is missing.
 */
export function pathBelow(path: string) {
  const [, alias, below] = /^\/media\/([a-z][a-z0-9-]{0,31})\/(.+)$/.exec(path) ?? [];
  return alias === undefined || below === undefined ? undefined : [alias, below];
}

/**
 * Returns the settings with the paths of the named origins added to the media paths, so that all code that uses media
 * paths knows them.
 */
export function withForeignMedia(config: Config, origins: MediaOrigins) {
  const paths = Object.keys(origins).map((alias) => `${folder}/${alias}`);
  if (paths.length === 0) return config;
  return { ...config, UPSTREAM_MEDIA_PATHS: [...config.UPSTREAM_MEDIA_PATHS, ...paths] };
}

/**
 * Reads the origins of a command (`--media-origin https://cdn.example.com`, several times) and gives each an internal
 * alias. An address of this machine or of a private network needs `allowPrivate`; a host name is judged when it is
 * resolved. Throws StartError that lists every invalid URL.
 */
export function namedOrigins(
  addresses: readonly string[],
  { allowPrivate = false }: { allowPrivate?: boolean } = {},
): MediaOrigins {
  const checked = addresses.map((url) => ({
    url,
    ...mediaOriginSchema
      .refine((origin) => allowPrivate || !isPrivateLiteral(origin.url.hostname))
      .safeParse({ url, allow_private: allowPrivate }),
  }));
  const bad = checked.filter(({ success }) => !success).map(({ url }) => `"${url.slice(0, 200)}"`);
  if (bad.length > 0)
    throw new StartError(
      `--media-origin: ${bad.join(', ')} must be an http:// or https:// address, with no more than a plain path; one of this machine or of a private network needs --allow-private`,
    );
  return Object.fromEntries(
    checked.flatMap(({ data }, index) => (data ? [[`origin-${index + 1}`, data]] : [])),
  );
}
