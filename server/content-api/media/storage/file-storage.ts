import type { Readable } from 'node:stream';

/** What is known of a stored file without reading it. A file never changes once it is stored. */
export interface StoredFile {
  /** Bytes. */
  size: number;
  modified: Date;
  /** As HTTP has it, quotes included. */
  etag: string;
}

/** The first and the last byte, both counted from 0 and both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** One stored file, to be looked at and read by whoever need not know where it is. */
export interface StoredContent {
  stat(): Promise<StoredFile | undefined>;
  open(signal: AbortSignal): Promise<Readable | undefined>;
}

/**
 * Where the bytes of stored files are: in folders of DATA_DIR, or in a bucket. Whoever calls names them by their addresses
 * (addresses.ts), and an address of another form is a bug, which throws. A store that does not answer or refuses is AppError 503
 * `storage.down` with Retry-After, one without room 507 `storage.full`; folders fail as the system says it.
 */
export interface FileStorage {
  /**
   * Stores files, by the paths at which they lie now, and resolves when they outlive a power cut. Each is there whole or not at all;
   * when it rejects, some may be there. What lies at a path may be gone afterwards.
   */
  put(files: ReadonlyMap<string, string>): Promise<void>;
  /** Undefined when there is no such file. */
  stat(address: string, signal?: AbortSignal): Promise<StoredFile | undefined>;
  /** The bytes, read as they are taken; undefined when there is no such file. Aborting `signal` ends reading at any time. */
  open(address: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined>;
  /** One that is not there counts as removed. */
  remove(addresses: readonly string[]): Promise<void>;
  /** The addresses of all files that have one; what else lies there is not ours. */
  list(): AsyncIterable<string>;
  /** Throws away what uploads before this moment have left that were cut off; gives their number. */
  removeUnfinished(before: Date): Promise<number>;
  close(): void;
}
