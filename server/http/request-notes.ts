import type { ServerResponse } from 'node:http';

/** What the log and the metrics may know of a request beyond HTTP. */
export interface RequestNotes {
  /** Name of the contract row. */
  row?: string;
  session: boolean;
}

const readers = new WeakMap<ServerResponse, () => RequestNotes>();

/**
 * Tells the log how to read notes at the end of a request. A reader, not a value: the session is opened after the
 * call was matched. It also keeps this folder free of imports from the BFF.
 */
export function noteRequest(res: ServerResponse, read: () => RequestNotes): void {
  readers.set(res, read);
}

/** The notes of a request; a request that is no call has none. */
export function notesOf(res: ServerResponse): RequestNotes {
  return readers.get(res)?.() ?? { session: false };
}
