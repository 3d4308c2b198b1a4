import type { Readable } from 'node:stream';

/** Metadata of a stored file. A stored file never changes. */
export interface StoredFile {
  /** Bytes. */
  size: number;
  modified: Date;
  /** The ETag as in the HTTP header, quotes included. */
  etag: string;
}

/** The first and the last byte, counted from 0, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** One stored file that callers can inspect and read without knowing where it is stored. */
export interface StoredContent {
  stat(): Promise<StoredFile | undefined>;
  open(signal: AbortSignal): Promise<Readable | undefined>;
}

/**
 * The storage of files: folders of DATA_DIR, or a bucket. Callers name files by their addresses (addresses.ts); an
 * address of another form is a bug and throws. A bucket rejects with AppError: 503 `storage.down` with Retry-After
 * when it does not answer or refuses, 507 `storage.full` when it is full. Folders reject with the system's errors.
 */
export interface FileStorage {
  /**
   * Stores files from their present paths, and resolves when they survive a power failure. Each file is stored
   * completely or not at all; after a rejection some files may be stored. The source files may be gone afterwards.
   */
  put(files: ReadonlyMap<string, string>): Promise<void>;
  /** Returns the metadata of a file; undefined when the file does not exist. */
  stat(address: string, signal?: AbortSignal): Promise<StoredFile | undefined>;
  /**
   * Returns the bytes, read on demand; undefined when there is no such file. Aborting `signal` ends the reading at
   * any time.
   */
  open(address: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined>;
  /** Removes files. A file that does not exist counts as removed. */
  remove(addresses: readonly string[]): Promise<void>;
  /** Lists the addresses of all stored files; other files are ignored. */
  list(): AsyncIterable<string>;
  close(): void;
}
