import { namedOrigins } from '../../server/foreign-media/named-origins.ts';
import { openFetcher } from '../archive/fetcher.ts';
import { refuseWithoutOrigins } from '../archive/propose-origins.ts';
import { type ForeignExport, openForeignExport } from '../archive/readers/open-foreign-export.ts';
import type { Values } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';

/** The options that both commands have that read export files of another product. */
type ExportValues = Values<'import convert'>;

/**
 * Opens export files of another product for `work`. Says what they contain, what will be different here, and from which
 * origins their pictures come. Rejects with ArchiveProblem, also if pictures have an origin that the operator has not
 * named: an export may contain the address of any machine, so nothing is fetched without consent.
 */
export async function withExports<Result>(
  files: readonly string[],
  values: Pick<ExportValues, keyof ExportValues>,
  { say, typed, ...context }: Context,
  work: (source: ForeignExport) => Promise<Result>,
) {
  const { 'media-origin': named = [], 'no-media': noMedia, 'dry-run': dryRun } = values;
  const config = context.config();
  const fetcher = openFetcher(namedOrigins(named, { allowPrivate: values['allow-private'] }), { config });
  try {
    const source = await openForeignExport(files, {
      oldSite: values['old-site'],
      textBytes: config.UPLOAD_TEXT_MAX_BYTES,
      fetch: noMedia || dryRun ? async () => ({ refused: 'comes later', later: true }) : fetcher.fetch,
    });
    const { madeBy, address, lines, notes, origins } = source;
    for (const line of [`${madeBy}, ${address}`, ...lines.map((each) => `  ${each}`), ...notes]) say(line);
    for (const [origin, count] of origins) say(`Pictures below ${origin}: ${count}`);
    if (!dryRun && origins.size > 0 && named.length === 0 && !noMedia)
      refuseWithoutOrigins([...origins.keys()], typed);
    return await work(source);
  } finally {
    fetcher.close();
  }
}
