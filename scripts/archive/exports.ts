import type { MediaContent, MediaRefusal } from '../../server/archive/ends.ts';
import { ArchiveProblem } from '../../server/archive/problem.ts';
import {
  type ForeignExport,
  type ForeignKind,
  foreignKinds,
  openForeignExport,
} from '../../server/archive/readers/open-foreign-export.ts';

/** What a command is told of the export files of another product. */
export const exportOptions = {
  from: { type: 'string' },
  'old-site': { type: 'string' },
  'first-id': { type: 'string' },
} as const;

export interface ExportWishes {
  from?: string | undefined;
  'old-site'?: string | undefined;
  'first-id'?: string | undefined;
}

interface ExportReading {
  /** UPLOAD_TEXT_MAX_BYTES. */
  textBytes: number;
  say(text: string): void;
  media(address: string): Promise<MediaContent | MediaRefusal>;
}

/**
 * Opens the export files of another product, and says what is in them, what will not be as it was, and where their pictures are. Rejects
 * with ArchiveProblem.
 */
export async function openExports(
  files: readonly string[],
  wishes: ExportWishes,
  { textBytes, say, media }: ExportReading,
): Promise<ForeignExport> {
  const source = await openForeignExport(files, {
    ...{ textBytes, fetch: media },
    from: kindOf(wishes.from),
    oldSite: wishes['old-site'],
    firstId: numberOf(wishes['first-id']),
  });
  const { madeBy, address, lines, notes, origins } = source;
  say(`${madeBy}, ${address}`);
  for (const line of lines) say(`  ${line}`);
  for (const { id, title, what } of notes) say(id ? `${id} "${title}": ${what}` : what);
  for (const [origin, count] of origins) say(`Pictures below ${origin}: ${count}`);
  return source;
}

/** Throws ArchiveProblem with the line to run when there are pictures, and nobody has said from where they may be fetched. */
export function refuseWithoutOrigins(
  { origins }: ForeignExport,
  named: readonly string[],
  command: 'convert' | 'import',
): void {
  if (origins.size === 0 || named.length > 0) return;
  const words = [
    ...process.argv.slice(2),
    ...[...origins.keys()].flatMap((origin) => ['--media-origin', origin]),
  ];
  const line = words.map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`,
  );
  throw new ArchiveProblem(
    `Nothing was written. Say from where pictures may be fetched, all of these or some:\nnpm run ${command} -- ${line.join(' ')}`,
  );
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
