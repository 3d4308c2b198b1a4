import { isIP } from 'node:net';
import { ArchiveProblem } from '../archive/problem.ts';
import { noteLines } from '../archive/readers/notes.ts';
import {
  type ForeignExport,
  type ForeignKind,
  foreignKinds,
  openForeignExport,
} from '../archive/readers/open-foreign-export.ts';
import type { MediaContent, MediaRefusal } from '../archive/source-and-target.ts';

/** For a picture whose bytes the importing site may fetch later. */
export const deliveredLater = { refused: 'comes later', later: true } as const;

/** Options for reading export files of another product. */
interface ExportRequest {
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
 * Opens the export files of another product, and reports what they contain, what will change, and where their
 * pictures are. Rejects with ArchiveProblem.
 */
export async function openExports(
  files: readonly string[],
  wishes: ExportRequest,
  { textBytes, say, media }: ExportReading,
): Promise<ForeignExport> {
  const source = await openForeignExport(files, {
    textBytes,
    fetch: media,
    from: kindOf(wishes.from),
    oldSite: wishes['old-site'],
    firstId: numberOf(wishes['first-id']),
  });
  const { madeBy, address, lines, notes, origins } = source;
  say(`${madeBy}, ${address}`);
  for (const line of lines) say(`  ${line}`);
  for (const line of noteLines(notes)) say(line);
  for (const [origin, count] of origins) say(`Pictures below ${origin}: ${count}`);
  return source;
}

/**
 * Throws ArchiveProblem with the command to run if there are pictures and no origin was given from which they may be
 * fetched. An export may name any machine. A host that has no public name is not proposed, since the command would
 * fetch from inside the operator's network.
 */
export function refuseWithoutOrigins(
  { origins }: Pick<ForeignExport, 'origins'>,
  { named, noMedia, typed }: { named: readonly string[]; noMedia: boolean; typed: readonly string[] },
): void {
  if (origins.size === 0 || named.length > 0 || noMedia) return;
  const all = [...origins.keys()];
  const [proposed, others] = [all.filter(isPublicName), all.filter((origin) => !isPublicName(origin))];
  const line = (options: readonly string[]) =>
    `npm run studio -- ${[...typed, ...options].map(quoted).join(' ')}`;
  throw new ArchiveProblem(
    [
      'Nothing was written. Choose the origins from which pictures may be fetched, all of these or some:',
      ...(proposed.length > 0 ? [line(proposed.flatMap((origin) => ['--media-origin', origin]))] : []),
      ...(others.length > 0
        ? [
            `Not proposed, since they are IP addresses or resolve to a private network: ${others.join(', ')}. Add one by hand if you trust it.`,
          ]
        : []),
      `Without pictures: ${line(['--no-media'])}`,
    ].join('\n'),
  );
}

function isPublicName(origin: string): boolean {
  const { hostname } = new URL(origin);
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) > 0;
  return (
    !isNumber &&
    hostname.includes('.') &&
    !/\.(?:localhost|local|internal|lan|home|corp|arpa)\.?$/.test(hostname)
  );
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function kindOf(text: string | undefined): ForeignKind | undefined {
  const kind = foreignKinds.find((each) => each === text);
  if (text !== undefined && !kind)
    throw new ArchiveProblem(`--from accepts ${foreignKinds.join(' or ')}; not ${text}.`);
  return kind;
}

function numberOf(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d{0,14}$/.test(text))
    throw new ArchiveProblem(`--first-id accepts a number of at least 1; not ${text}.`);
  return text === undefined ? undefined : Number(text);
}
