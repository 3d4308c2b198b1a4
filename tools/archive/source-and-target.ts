import type { ArchiveKind } from './manifest.ts';
import type { ArchiveRecords, MediaReference } from './records.ts';

/**
 * The two ends of a move of content. A source provides rows and media, and write-archive.ts writes them into an
 * archive. import-archive.ts reads an archive and passes it to a target. Because of the archive between them, sources
 * and targets are independent of each other.
 */

/** The bytes of a file of a source. The type is detected from the first bytes, never from the file name. */
export interface MediaContent {
  type: string;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * The reason for which a file cannot be fetched, in words for a person. The row in the archive then has only the URL
 * of the file, and the report names the file.
 */
export interface MediaRefusal {
  refused: string;
  /** True if the importing side will fetch the file from its URL, so that the file is not lost. */
  later?: true;
}

/** Source of content: the embedded engine, a host, or an export file of another product. */
export interface ArchiveSource {
  /** Name and version of the source's product, for the manifest. */
  readonly madeBy: string;
  /** URL of the source's site; null if it has none. */
  readonly address: string | null;
  /** Entities that the source has. Other entities are not part of the archive. */
  readonly entities: readonly ArchiveKind[];
  /**
   * Yields the rows of an entity, in the order of their ids if they have any. File references have `file: null`: the
   * writer fetches the files, and then sets the path.
   */
  records<Name extends ArchiveKind>(entity: Name): AsyncIterable<ArchiveRecords[Name]>;
  /**
   * Returns the bytes of a file, or the reason for which there are none. Called once for each URL. Rejects only if
   * nothing more can be read from the source.
   */
  media(reference: MediaReference): Promise<MediaContent | MediaRefusal>;
  /** Returns the number of rows of an entity, for progress reports; undefined if it is unknown. */
  count?(entity: ArchiveKind): Promise<number | undefined>;
}

/** A file of an archive whose bytes have been checked against the manifest. */
export interface ArchivedFile {
  /** Path of the file on this machine. The file must not be changed. */
  path: string;
  type: string;
  sha256: string;
  bytes: number;
}

/** Result for a row. */
export type PutResult =
  | { outcome: 'added' | 'same' | 'replaced' }
  /**
   * A different record with this id exists. `fields` are the names of the fields that differ. The record was not
   * changed.
   */
  | { outcome: 'conflict'; fields: string[] }
  | { outcome: 'refused'; why: string };

/** A place into which content is imported. In a dry run the target returns the same results, and changes nothing. */
export interface ArchiveTarget {
  /** Entities that the target accepts. Rows of other entities are reported as not imported. */
  readonly entities: readonly ArchiveKind[];
  /**
   * Imports some rows, and returns a result for each. A row is imported completely or not at all, and importing an
   * equal row again gives `same`. `fileOf` returns the file of a reference. Rejects if the import cannot continue. In
   * that case none of these rows is stored, or the target knows which ones are; running the import again then
   * continues it.
   */
  put<Name extends ArchiveKind>(
    entity: Name,
    records: readonly ArchiveRecords[Name][],
    fileOf: (reference: MediaReference) => ArchivedFile | undefined,
  ): Promise<PutResult[]>;
  /** Called after the last row. Returns further sentences for the report. */
  finish?(): Promise<string[]>;
  /**
   * Returns sentences about what the operator has requested, such as files that were not fetched. They report no
   * problem.
   */
  notes?(): string[];
}

/**
 * Called with the progress of a move: the number of rows or files that are done, and the number of all if it is
 * known.
 */
export type ArchiveProgress = (what: string, done: number, of: number | undefined) => void;
