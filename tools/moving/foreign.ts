import type { Logger } from 'pino';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import type { Config } from '../../server/config.ts';
import { createForeignMedia } from '../../server/foreign-media/foreign-media.ts';
import { ForeignMediaError } from '../../server/foreign-media/problem.ts';
import type { MediaFetcher } from './engine/incoming-files.ts';

interface FetcherOptions {
  /** Folder for fetched files while the export is open. */
  folder: string;
  config: Pick<Config, 'UPLOAD_IMAGE_MAX_BYTES' | 'UPLOAD_VIDEO_MAX_BYTES'>;
  log?: Pick<Logger, 'warn'>;
}

/**
 * Returns a fetcher that fetches only files below these origins (server/foreign-media/README.md). If there is no
 * origin, it fetches nothing.
 */
export function openFetcher(
  origins: MediaOrigins,
  { folder, config, log }: FetcherOptions,
): MediaFetcher & { close(): void } {
  const media = createForeignMedia({
    origins,
    folder,
    log,
    mostBytes: { image: config.UPLOAD_IMAGE_MAX_BYTES, video: config.UPLOAD_VIDEO_MAX_BYTES },
  });
  return {
    ...lookingFetcher(origins),
    async fetch(address) {
      try {
        const file = await media.fetchUrl(address);
        const bytes = await file.open();
        return bytes ? { type: file.type, bytes } : { refused: 'could not be stored' };
      } catch (error) {
        if (error instanceof ForeignMediaError) return { refused: error.message };
        throw error;
      }
    },
    close: media.close,
  };
}

/** Returns a fetcher for dry runs: it says which files would be fetched, and fetches none. */
export function lookingFetcher(origins: MediaOrigins): MediaFetcher {
  return {
    takes: (address) => Object.values(origins).some(({ url }) => isBelow(address, url)),
    fetch: async () => ({ refused: 'nothing is fetched' }),
  };
}

function isBelow(address: string, { host, pathname }: URL): boolean {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const url = new URL(address);
  return url.host === host && url.pathname.startsWith(`${pathname.replace(/\/$/, '')}/`);
}
