import type { Logger } from 'pino';
import type { MediaOrigins } from '#shared/schemas/media-origin.ts';
import type { Config } from '../../server/config.ts';
import { createForeignMedia } from '../../server/foreign-media/foreign-media.ts';
import { ForeignMediaError } from '../../server/foreign-media/problem.ts';
import { ArchiveProblem } from './problem.ts';
import { refuseWithoutOrigins } from './propose-origins.ts';
import { type ForeignExport, foreignKinds, openForeignExport } from './readers/open-foreign-export.ts';
import type { FileContent, FileRefusal } from './source.ts';

/** Options for reading export files of another product. */
interface ExportRequest {
  from?: string | undefined;
  'old-site'?: string | undefined;
  'first-id'?: string | undefined;
  'media-origin'?: readonly string[] | undefined;
  'no-media'?: boolean | undefined;
  'dry-run'?: boolean | undefined;
}

/**
 * Opens export files of another product. Says what they contain, what will be different here, and from which origins
 * their pictures come. Rejects with ArchiveProblem, also if pictures have an origin that the operator has not named: an
 * export may contain the address of any machine, so nothing is fetched without consent.
 */
export async function openExports(
  files: readonly string[],
  asked: ExportRequest,
  {
    config,
    say,
    typed,
    fetch,
  }: {
    config: Config;
    say(text: string): void;
    typed: readonly string[];
    fetch(address: string): Promise<FileContent | FileRefusal>;
  },
): Promise<ForeignExport> {
  const from = foreignKinds.find((each) => each === asked.from);
  if (asked.from !== undefined && !from)
    throw new ArchiveProblem(`--from accepts ${foreignKinds.join(' or ')}; not ${asked.from}.`);
  const first = asked['first-id'];
  if (first !== undefined && !/^[1-9]\d{0,14}$/.test(first))
    throw new ArchiveProblem(`--first-id accepts a number of at least 1; not ${first}.`);
  const { 'media-origin': named = [], 'no-media': noMedia = false, 'dry-run': dryRun = false } = asked;
  const source = await openForeignExport(files, {
    ...{ from, oldSite: asked['old-site'], firstId: first === undefined ? undefined : Number(first) },
    textBytes: config.UPLOAD_TEXT_MAX_BYTES,
    fetch: noMedia || dryRun ? async () => ({ refused: 'comes later', later: true }) : fetch,
  });
  const { madeBy, address, lines, notes, origins } = source;
  for (const line of [`${madeBy}, ${address}`, ...lines.map((line) => `  ${line}`), ...notes]) say(line);
  for (const [origin, count] of origins) say(`Pictures below ${origin}: ${count}`);
  if (!dryRun && origins.size > 0 && named.length === 0 && !noMedia)
    refuseWithoutOrigins([...origins.keys()], typed);
  return source;
}

/** Fetches files, and only below these origins (server/foreign-media/README.md). */
export function openFetcher(
  origins: MediaOrigins,
  { folder, config, log }: { folder: string; config: Config; log: Logger },
): { fetch(address: string): Promise<FileContent | FileRefusal>; close(): void } {
  const mostBytes = { image: config.UPLOAD_IMAGE_MAX_BYTES, video: config.UPLOAD_VIDEO_MAX_BYTES };
  const media = createForeignMedia({ origins, folder, log, mostBytes });
  return {
    close: media.close,
    async fetch(address) {
      const isNamed = Object.values(origins).some(({ url }) => isBelow(address, url));
      if (!isNamed) return { refused: 'was not fetched: it is not below an address of --media-origin' };
      try {
        const file = await media.fetchUrl(address);
        const bytes = await file.open();
        return bytes ? { type: file.type, bytes } : { refused: 'could not be stored' };
      } catch (error) {
        if (error instanceof ForeignMediaError) return { refused: error.message };
        throw error;
      }
    },
  };
}

function isBelow(address: string, { host, pathname }: URL): boolean {
  const url = URL.parse(address);
  return url?.host === host && url.pathname.startsWith(`${pathname.replace(/\/$/, '')}/`);
}
