import type { Response } from 'express';
import type { ContractRow } from '#shared/contract/index.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { saysSuccess } from '#shared/schemas/success.ts';
import type { Part } from '../forms/read-form.ts';
import type { Session } from './session/session.ts';
import type { BodyPiece } from './upstream/upstream.ts';

/** A complete body of known length, ready to be sent. */
export interface RebuiltBody {
  contentType: string;
  /** Bytes. */
  length: number;
  pieces: readonly BodyPiece[];
}

/** Data that the passes under /api share about a request. `row` is absent for a path that is only forwarded. */
export interface Call {
  row?: ContractRow;
  params: Readonly<Record<string, string>>;
  session?: Session;
  /** The received JSON body. */
  upload?: RebuiltBody;
  /** The parts of a form that the gate has accepted: complete, on disk. */
  parts?: readonly Part[];
  /** Called with a JSON body (activity/note-activity.ts). */
  noteJson?(body: unknown): void;
  /** From a 2xx answer of the API host: whether its body is a refusal, and the id of a new record. */
  answered?: { isRefusal: boolean; id: unknown };
  /** The email of the account that this call tries to sign in to; absent if the call contains none. */
  tried?: string;
  /** The session that this call has started. */
  started?: Session;
  /** Retains the form's files until this promise has settled, even if the browser leaves meanwhile. */
  keepFiles?<Result>(work: Promise<Result>): Promise<Result>;
  /** Writes the receipt for a form that a page has posted, from the `data` of its answer. */
  receiptOf?(data: unknown): string;
}

const callKey = Symbol('call');
type WithCall = Response & { [callKey]?: Call };

/** Attaches the call to the response at the start of the request (`matchCall`). */
export function beginCall(res: Response, call: Call): void {
  (res as WithCall)[callKey] = call;
}

/** Returns the call of this response; passes read it and add to it. */
export function callOf(res: Response): Call {
  const call = (res as WithCall)[callKey];
  if (!call) throw new Error('callOf: this response is not under /api');
  return call;
}

/** Adds the receipt to the answer for a form of a page: the reloaded page shows it, with or without scripts. */
export function withReceipt(res: Response, answer: unknown): unknown {
  const { receiptOf } = callOf(res);
  if (!receiptOf || typeof answer !== 'object' || answer === null || !saysSuccess(answer)) return answer;
  return { ...answer, received: receiptOf((answer as Partial<Envelope>).data) };
}
