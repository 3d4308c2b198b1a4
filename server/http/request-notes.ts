import type { ServerResponse } from 'node:http';

/** What the log and the metrics may know of a request beyond HTTP. */
export interface RequestNotes {
  /** The contract row. */
  readonly row?: { readonly name: string };
  /** Whoever has signed in. */
  readonly session?: unknown;
}

const notesKey = Symbol('request notes');
type WithNotes = ServerResponse & { [notesKey]?: RequestNotes };

/** Tells the log where to look at the end of a request: the session is opened after the call was matched. */
export function noteRequest(res: ServerResponse, notes: RequestNotes): void {
  (res as WithNotes)[notesKey] = notes;
}

const none: RequestNotes = {};

/** The notes of a request; a request that is no call has none. */
export function notesOf(res: ServerResponse): RequestNotes {
  return (res as WithNotes)[notesKey] ?? none;
}
