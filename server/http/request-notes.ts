import type { ServerResponse } from 'node:http';
import type { TextCode } from '#shared/desk-messages.ts';
import type { Cause } from './causes.ts';

/** Facts about a request beyond HTTP, for the log and the metrics. */
interface RequestNotes {
  /** The contract row. */
  readonly row?: { readonly name: string };
  /** Present if the request belongs to a signed-in person. */
  readonly session?: unknown;
}

/** Why an answer failed or is incomplete. */
export interface Problem {
  /** The row of the failed call; absent if no call was made. */
  call?: string;
  cause: Cause;
  /**
   * The id of the request that began the call, if that was another request; the host received the call with this id.
   */
  asked?: string;
}

/** Facts about an answer that become known while it is made. */
interface Findings {
  /** Text code of the error in the answer. */
  code?: TextCode;
  why?: Problem[];
  /** Source of the answer: the cache, or made for this request. */
  cache?: 'hit' | 'stale' | 'miss';
}

const notesKey = Symbol('request notes');
const findingsKey = Symbol('findings');
type WithNotes = ServerResponse & { [notesKey]?: RequestNotes; [findingsKey]?: Findings };

/**
 * Stores facts about a request for the log. The log reads them only when the request has ended, because some of them,
 * such as the session, become known later than others.
 */
export function noteRequest(res: ServerResponse, notes: RequestNotes): void {
  (res as WithNotes)[notesKey] = notes;
}

const none: RequestNotes = {};

/** Returns what `noteRequest` stored for a request; empty if the request is not a call. */
export function notesOf(res: ServerResponse): RequestNotes {
  return (res as WithNotes)[notesKey] ?? none;
}

/**
 * Maximum number of problems that are stored for an answer. A page makes only a few reads, but a sitemap of a dead
 * host may have thousands of problems.
 */
const mostProblems = 8;

/** Adds the reasons why this answer failed or is incomplete. */
export function noteProblems(res: ServerResponse, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const { why = [] } = findingsOf(res);
  noteFindings(res, { why: [...why, ...problems].slice(0, mostProblems) });
}

export function noteFindings(res: ServerResponse, findings: Findings): void {
  (res as WithNotes)[findingsKey] = { ...(res as WithNotes)[findingsKey], ...findings };
}

const nothing: Findings = {};

/** Returns the findings about an answer; most answers have none. */
export function findingsOf(res: ServerResponse): Findings {
  return (res as WithNotes)[findingsKey] ?? nothing;
}
