import type { Config } from './config.ts';

/**
 * Media of the engine, in front of a host whose own may lie at the very same paths (/storage is where Laravel has them): visitors see
 * them under a prefix of their own. The engine stores and serves them as ever, so that its data stays what it is.
 */
export const ownMediaPath = '/own-media';

/** The paths of media of a site, with the engine's own where it fills in beside a host. */
export function allMediaPaths({ ENGINE_FILLS: fills, UPSTREAM_MEDIA_PATHS: paths }: Config): string[] {
  return fills === undefined ? paths : [...paths, ownMediaPath];
}
