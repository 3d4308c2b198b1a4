import type { ServerResponse } from 'node:http';
import type { TextCode } from '#shared/desk-messages.ts';
import type { Cause } from './causes.ts';

/** What the log and the metrics may know of a request beyond HTTP. */
export interface RequestNotes {
  /** The contract row. */
  readonly row?: { readonly name: string };
  /** Whoever has signed in. */
  readonly session?: unknown;
}

/** Why an answer is not what it should have been. */
export interface Problem {
  /** The row of the call that failed; absent where none was made. */
  call?: string | undefined;
  cause: Cause;
  /** The id that the host was sent with that call, where another request has begun it. */
  asked?: string | undefined;
}

/** What becomes known of an answer while it is made. */
interface Findings {
  /** Of an error of ours. */
  code?: TextCode | undefined;
  why?: Problem[] | undefined;
  /** Where it came from: a kept answer, or one made for it. */
  cache?: 'hit' | 'stale' | 'miss' | undefined;
}

const notesKey = Symbol('request notes');
const findingsKey = Symbol('findings');
type WithNotes = ServerResponse & { [notesKey]?: RequestNotes; [findingsKey]?: Findings };

/** Tells the log where to look at the end of a request: the session is opened after the call was matched. */
export function noteRequest(res: ServerResponse, notes: RequestNotes): void {
  (res as WithNotes)[notesKey] = notes;
}

const none: RequestNotes = {};

/** The notes of a request; a request that is no call has none. */
export function notesOf(res: ServerResponse): RequestNotes {
  return (res as WithNotes)[notesKey] ?? none;
}

/** Enough to know what is wrong: a page has a handful of reads, and a sitemap of a dead host thousands. */
const mostProblems = 8;

/** Tells the log why this answer failed, or lacks something. */
export function noteProblems(res: ServerResponse, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const { why = [] } = findingsOf(res);
  noteFindings(res, { why: [...why, ...problems].slice(0, mostProblems) });
}

/** Adds to what is known of an answer. */
export function noteFindings(res: ServerResponse, findings: Findings): void {
  (res as WithNotes)[findingsKey] = { ...(res as WithNotes)[findingsKey], ...findings };
}

const nothing: Findings = {};

/** What is known of an answer; most have nothing to tell. */
export function findingsOf(res: ServerResponse): Findings {
  return (res as WithNotes)[findingsKey] ?? nothing;
}
