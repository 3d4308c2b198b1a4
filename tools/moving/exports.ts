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

/** Result for a picture that is not fetched now, because the importing side may fetch it later. */
export const deliveredLater = { refused: 'comes later', later: true } as const;

/** Options for reading export files of another product. */
interface ExportRequest {
  from?: string | undefined;
  'old-site'?: string | undefined;
  'first-id'?: string | undefined;
}

interface ExportReading {
  /** UPLOAD_TEXT_MAX_BYTES: longer texts are left out. */
  textBytes: number;
  say(text: string): void;
  media(address: string): Promise<MediaContent | MediaRefusal>;
}

/**
 * Opens export files of another product. Prints what they contain, what will be different here, and from which
 * origins their pictures come. Rejects with ArchiveProblem.
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
 * Throws an ArchiveProblem if the export has pictures and the operator has named no origin from which they may be
 * fetched: an export may contain the URL of any machine, so nothing is fetched without consent. The message contains
 * a command to run. The command leaves out hosts without a public name, which may be in the operator's own network.
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
