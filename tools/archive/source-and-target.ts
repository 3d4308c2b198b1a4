import type { ArchiveKind } from './manifest.ts';
import type { ArchiveRecords, MediaReference } from './records.ts';

/**
 * The two ends of a move. A source provides rows and media, and is written into an archive (write-archive.ts); an
 * archive is imported into a target (import-archive.ts). So a source and a target do not know each other.
 */

/** File of a source. Its type is detected from its first bytes, never from its name. */
export interface MediaContent {
  type: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** Reason for missing bytes, in words for a person. The row then has only the address, and the report says so. */
export interface MediaRefusal {
  refused: string;
  /** True if the importing side fetches the bytes itself, so that nothing is missing. */
  later?: true;
}

/** Source of content: the embedded engine, a host, or an export file of another product. */
export interface ArchiveSource {
  /** Name and version of the product, for the manifest. */
  readonly madeBy: string;
  /** Address of its site; null if it has none. */
  readonly address: string | null;
  /** Entities of the source; other entities are not in the archive. */
  readonly entities: readonly ArchiveKind[];
  /**
   * Yields rows in the archive's order: that of their ids, if there is one. References to media have `file: null`;
   * the writer fetches the bytes, and fills in the path.
   */
  records<Name extends ArchiveKind>(entity: Name): AsyncIterable<ArchiveRecords[Name]>;
  /**
   * Returns the bytes of a reference; called once for each address. Rejects only if the source can no longer be read
   * at all.
   */
  media(reference: MediaReference): Promise<MediaContent | MediaRefusal>;
  /** Returns the number of rows, for progress reports. */
  count?(entity: ArchiveKind): Promise<number | undefined>;
}

/** File of an archive, checked against the manifest. */
export interface ArchivedFile {
  /** Path of the file; read-only. */
  path: string;
  type: string;
  sha256: string;
  bytes: number;
}

/** Result for a row. */
export type PutResult =
  | { outcome: 'added' | 'same' | 'replaced' }
  /** Another record has this id: the names of the fields that differ. The record was not changed. */
  | { outcome: 'conflict'; fields: string[] }
  | { outcome: 'refused'; why: string };

/** Target of content. A target that only checks returns the same results, and changes nothing. */
export interface ArchiveTarget {
  /** Entities that it accepts; other entities of an archive are reported as not imported. */
  readonly entities: readonly ArchiveKind[];
  /**
   * Imports some rows, each completely or not at all, and returns the result of each; importing an equal row again
   * gives `same`. `fileOf` returns the files of references. Rejects if the import cannot continue: either none of
   * these rows is stored, or the target knows which are, and running it again resumes.
   */
  put<Name extends ArchiveKind>(
    entity: Name,
    records: readonly ArchiveRecords[Name][],
    fileOf: (reference: MediaReference) => ArchivedFile | undefined,
  ): Promise<PutResult[]>;
  /** Called after the last row. Returns sentences for the report. */
  finish?(): Promise<string[]>;
  /** Returns sentences about actions that were done as requested. */
  notes?(): string[];
}

/** Called with the progress of a move: rows or files that are done, and their total, if known. */
export type ArchiveProgress = (what: string, done: number, of: number | undefined) => void;
