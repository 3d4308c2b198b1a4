import type { Values } from './nouns.ts';

/** The bytes of a file of a source. The type is detected from the first bytes, never from the file name. */
export interface FileContent {
  type: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** The reason for which a file cannot be read, in words. The rows then have only its address. */
export interface FileRefusal {
  refused: string;
  /** True if that is intended, so that nothing is reported. */
  later?: true;
}

/** A row on its way into an archive: columns of the table that are missing get the values of a new row. */
export interface SourceRow {
  table: string;
  row: Values;
}

/**
 * Source of content: the embedded engine, an API host, or export files of another product. Rows name files by their
 * addresses; texts and focal points of pictures are rows of `pictures` by `file`.
 */
export interface ContentSource {
  /** Name and version of the source's product, for the manifest. */
  readonly madeBy: string;
  /** Address of the source's site; null if it has none. */
  readonly address: string | null;
  /** Sentences on what is missing from the archive or differs in it, and further information; complete after `rows`. */
  readonly remarks?: readonly string[];
  readonly notes?: readonly string[];
  /** Returns the numbers of records by kind of content, if that needs not all rows. */
  counts?(only: readonly string[] | undefined): Promise<Record<string, number>>;
  /** Yields rows after those to which they refer. */
  rows(): AsyncIterable<SourceRow> | Iterable<SourceRow>;
  /** Returns the bytes of a file. Called once for each address. Rejects only if nothing more can be read. */
  file(address: string): Promise<FileContent | FileRefusal>;
}
