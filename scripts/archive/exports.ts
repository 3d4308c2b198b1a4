import { isIP } from 'node:net';
import { ArchiveProblem } from '../../server/archive/problem.ts';
import {
  type ForeignExport,
  type ForeignKind,
  foreignKinds,
  openForeignExport,
} from '../../server/archive/readers/open-foreign-export.ts';
import type { Config } from '../../server/config.ts';
import { createForeignMedia } from '../../server/foreign-media/foreign-media.ts';
import { namedOrigins } from '../../server/foreign-media/named-origins.ts';
import { ForeignMediaError } from '../../server/foreign-media/problem.ts';

/** What a command is told of the export files of another product. */
export const exportOptions = {
  from: { type: 'string' },
  'old-site': { type: 'string' },
  'first-id': { type: 'string' },
  'media-origin': { type: 'string', multiple: true, default: [] as string[] },
} as const;

interface ExportWishes {
  from?: string | undefined;
  'old-site'?: string | undefined;
  'first-id'?: string | undefined;
  'media-origin': readonly string[];
}

type Settings = Pick<Config, 'UPLOAD_TEXT_MAX_BYTES' | 'UPLOAD_IMAGE_MAX_BYTES' | 'UPLOAD_VIDEO_MAX_BYTES'>;

/**
 * Opens the export files of another product, and says what is in them, what will not be as it was, and where their pictures are, which are
 * fetched into `folder` from below the named origins. Rejects with ArchiveProblem, which says what to run, when there are pictures and
 * nobody has said where they may be fetched.
 */
export async function openExports(
  files: readonly string[],
  wishes: ExportWishes,
  config: Settings,
  { folder, say }: { folder: string; say: (text: string) => void },
): Promise<{ source: ForeignExport; close(): void }> {
  const media = openMedia(wishes['media-origin'], folder, config);
  try {
    const source = await openForeignExport(files, {
      textBytes: config.UPLOAD_TEXT_MAX_BYTES,
      from: kindOf(wishes.from),
      oldSite: wishes['old-site'],
      firstId: numberOf(wishes['first-id']),
      fetch: media.fetch,
    });
    tell(source, say);
    if (source.origins.size > 0 && wishes['media-origin'].length === 0)
      throw new ArchiveProblem(
        `Nothing was written. Say from where pictures may be fetched, all of these or some:\n${lineToRun(source)}`,
      );
    return { source, close: media.close };
  } catch (error) {
    media.close();
    throw error;
  }
}

function tell({ madeBy, address, lines, notes, origins }: ForeignExport, say: (text: string) => void): void {
  say(`${madeBy}, ${address}`);
  for (const line of lines) say(`  ${line}`);
  for (const { id, title, what } of notes) say(id ? `${id} "${title}": ${what}` : what);
  for (const [origin, count] of origins) say(`Pictures below ${origin}: ${count}`);
}

/** An address that is a number, or this machine, was named as what it is; a name may not lead into a private network. */
function openMedia(addresses: readonly string[], folder: string, config: Settings) {
  const origins = addresses.map((address, at) => {
    const host = URL.parse(address)?.hostname ?? '';
    const isPlain = host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) > 0;
    const [origin] = Object.values(namedOrigins([address], { allowPrivate: isPlain }));
    return [`origin-${at + 1}`, origin] as const;
  });
  const media = createForeignMedia({
    origins: Object.fromEntries(origins.flatMap(([alias, origin]) => (origin ? [[alias, origin]] : []))),
    folder,
    mostBytes: { image: config.UPLOAD_IMAGE_MAX_BYTES, video: config.UPLOAD_VIDEO_MAX_BYTES },
  });
  return {
    async fetch(address: string) {
      try {
        const file = await media.fetchUrl(address);
        const bytes = await file.open();
        return bytes ? { type: file.type, bytes } : { refused: 'could not be kept' };
      } catch (error) {
        if (error instanceof ForeignMediaError) return { refused: error.message };
        throw error;
      }
    },
    close: () => media.close(),
  };
}

function kindOf(text: string | undefined): ForeignKind | undefined {
  const kind = foreignKinds.find((each) => each === text);
  if (text !== undefined && !kind)
    throw new ArchiveProblem(`--from takes ${foreignKinds.join(' or ')}; not ${text}.`);
  return kind;
}

function numberOf(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d{0,14}$/.test(text))
    throw new ArchiveProblem(`--first-id takes a number from 1 on; not ${text}.`);
  return text === undefined ? undefined : Number(text);
}

/** The same command, as a shell takes it. */
function lineToRun({ origins }: ForeignExport): string {
  const named = [...origins.keys()].flatMap((origin) => ['--media-origin', origin]);
  const words = [...process.argv.slice(2), ...named].map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`,
  );
  return `npm run convert -- ${words.join(' ')}`;
}
