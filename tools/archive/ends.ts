import type { ArchiveKind } from './manifest.ts';
import type { ArchiveRecords, MediaReference } from './records.ts';

/**
 * The two ends of a move. A source gives rows and media, and is written into an archive (write-archive.ts); an archive is taken into a
 * target (take-in.ts). So whoever knows one end knows nothing of the other.
 */

/** A file of a source: its type by its first bytes, never by its name. */
export interface MediaContent {
  type: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** Why there are no bytes, in words for a person: a row then keeps the address alone, and the report says so. */
export interface MediaRefusal {
  refused: string;
  /** Whoever takes the row in brings them itself: nothing is missing. */
  later?: true;
}

/** Where content comes from: the embedded engine, a host, a file of another product. */
export interface ArchiveSource {
  /** Name and version of the product, for the manifest. */
  readonly madeBy: string;
  /** The address of its site; null when that has none. */
  readonly address: string | null;
  /** What it has; an entity that is not here is not in the archive. */
  readonly entities: readonly ArchiveKind[];
  /**
   * Rows in the order in which the archive has them, that of their ids where there is one. References to media have `file: null`: the
   * writer asks for the bytes, and fills in where they are.
   */
  records<Name extends ArchiveKind>(entity: Name): AsyncIterable<ArchiveRecords[Name]>;
  /** The bytes of a reference; asked once for an address. Rejects only when nothing can be read any more. */
  media(reference: MediaReference): Promise<MediaContent | MediaRefusal>;
  /** How many rows there are, for the progress. */
  count?(entity: ArchiveKind): Promise<number | undefined>;
}

/** A file of an archive, checked against the manifest. */
export interface ArchivedFile {
  /** Where it lies; to be read, and left as it is. */
  path: string;
  type: string;
  sha256: string;
  bytes: number;
}

/** What became of a row. */
export type PutResult =
  | { outcome: 'added' | 'same' | 'replaced' }
  /** Something else has this id: the names of the fields that differ. It was left alone. */
  | { outcome: 'conflict'; fields: string[] }
  | { outcome: 'refused'; why: string };

/** Where content goes. One that only looks gives the same results, and changes nothing. */
export interface ArchiveTarget {
  /** What it can take; other entities of an archive are told as not taken. */
  readonly entities: readonly ArchiveKind[];
  /**
   * Takes some rows in, each whole or not at all, and gives what became of each; the same row again is `same`. `fileOf` gives the bytes of
   * references. Rejects when it cannot go on: none of these rows is there then, or the target knows which are, and the same again goes on.
   */
  put<Name extends ArchiveKind>(
    entity: Name,
    records: readonly ArchiveRecords[Name][],
    fileOf: (reference: MediaReference) => ArchivedFile | undefined,
  ): Promise<PutResult[]>;
  /** After the last row. Gives sentences for the report. */
  finish?(): Promise<string[]>;
  /** What was done as it was wanted, in sentences. */
  notes?(): string[];
}

/** Hears how far a move is: rows or files that are done, and how many there are, when that is known. */
export type ArchiveProgress = (what: string, done: number, of: number | undefined) => void;
