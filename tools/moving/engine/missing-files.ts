import type { ArchiveKind } from '../../archive/manifest.ts';
import { type ArchiveRecords, keyOf, type MediaReference, mediaOf } from '../../archive/records.ts';
import type { MediaFetcher } from './incoming-files.ts';

interface ElsewhereOptions {
  fetcher: MediaFetcher;
  /** True if the operator wants no files fetched: missing files are then counted, and not listed. */
  noMedia: boolean;
  name(text: string): void;
}

/** Collects files that rows name, but that are not in the archive and may not be fetched. */
interface MissingFiles {
  /**
   * Adds the missing files of a row. Does nothing if the stored row has at least as many files as the row of the
   * archive.
   */
  look(
    entity: ArchiveKind,
    record: ArchiveRecords[ArchiveKind],
    present: ArchiveRecords[ArchiveKind] | undefined,
    fileOf: (reference: MediaReference) => object | undefined,
  ): void;
  notes(): string[];
}

export function createMissingFiles({ fetcher, noMedia, name }: ElsewhereOptions): MissingFiles {
  const found = new Set<string>();
  return {
    look(entity, record, present, fileOf) {
      const wanted = mediaOf(record);
      if (present && mediaOf(present).length >= wanted.length) return;
      for (const reference of wanted) {
        const { address } = reference;
        if (fileOf(reference) || fetcher.takes(address)) continue;
        found.add(address);
        if (!noMedia) name(`${entity} ${keyOf(record)}: ${address}: ${whyNot(address)}`);
      }
    },
    notes: () =>
      noMedia && found.size > 0
        ? [`Files that stay where they are, since nothing is fetched: ${found.size}`]
        : [],
  };
}

function whyNot(address: string): string {
  return /^https?:/i.test(address)
    ? 'is missing and was not fetched: it is not below an address of --media-origin'
    : 'is not in the archive';
}
