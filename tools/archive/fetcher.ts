import { tmpdir } from 'node:os';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import type { Config } from '../../server/config.ts';
import { createForeignMedia } from '../../server/foreign-media/foreign-media.ts';
import { ForeignMediaError } from '../../server/foreign-media/origin-client.ts';
import { ArchiveProblem } from './format.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { FileContent, FileRefusal } from './write-folder.ts';

/** Fetches a picture or video by its address. */
export type FetchMedia = (address: string) => Promise<FileContent | FileRefusal>;

/**
 * Returns a function that fetches files, only below these origins (server/foreign-media/README.md). If `isNeeded`, it
 * rejects with ArchiveProblem if a whole origin does not answer.
 */
export function openFetcher(
  origins: MediaOrigins,
  { config, isNeeded }: { config: Config; isNeeded?: boolean },
): { fetch: FetchMedia; close(): void } {
  const folder = temporaryFolder(tmpdir(), 'studio-fetched');
  const mostBytes = { image: config.UPLOAD_IMAGE_MAX_BYTES, video: config.UPLOAD_VIDEO_MAX_BYTES };
  const media = createForeignMedia({ origins, folder, mostBytes });
  return {
    close: media.close,
    async fetch(address) {
      try {
        const file = await media.fetchUrl(address);
        const bytes = await file.open();
        return bytes ? { type: file.type, bytes } : { refused: 'could not be stored' };
      } catch (error) {
        if (!(error instanceof ForeignMediaError)) throw error;
        if (isNeeded && error.problem === 'unreachable')
          throw new ArchiveProblem(`${error.message}. Run the same command again: it continues from here.`);
        return { refused: error.message };
      }
    },
  };
}
