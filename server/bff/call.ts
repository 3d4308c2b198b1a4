import type { Response } from 'express';
import type { ContractRow } from '#shared/contract/index.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { saysSuccess } from '#shared/schemas/success.ts';
import type { Part } from '../forms/read-form.ts';
import type { Session } from './session/session.ts';
import type { BodyPiece } from './upstream/upstream.ts';

/** A body, ready to be sent: whole, of known length. */
export interface RebuiltBody {
  contentType: string;
  /** Bytes. */
  length: number;
  pieces: readonly BodyPiece[];
}

/** What the passes under /api know of the request that they handle. `row` is absent for a path that is only passed on. */
export interface Call {
  row?: ContractRow;
  params: Readonly<Record<string, string>>;
  session?: Session;
  /** The JSON that came. */
  upload?: RebuiltBody;
  /** The parts of a form that passed the gate: whole, on disk. */
  parts?: readonly Part[];
  /** Is told of a JSON body (activity/note-activity.ts). */
  noteJson?(body: unknown): void;
  /** What a 2xx answer of the API host said: no all the same, or which id something new has. */
  answered?: { isRefusal: boolean; id: unknown };
  /** The email of the account that this call tries to sign in to; absent where it names none. */
  tried?: string;
  /** The session that this call has begun. */
  started?: Session;
  /** Keeps the form's files until this has ended, whatever becomes of the browser meanwhile. */
  keepFiles?<Result>(work: Promise<Result>): Promise<Result>;
  /** Writes the receipt of a form that a page has, given the `data` of its answer. */
  receiptOf?(data: unknown): string;
}

const callKey = Symbol('call');
type WithCall = Response & { [callKey]?: Call };

/** Notes the call at the start of its life (`matchCall`). */
export function beginCall(res: Response, call: Call): void {
  (res as WithCall)[callKey] = call;
}

/** The call of this response; passes read and fill it. */
export function callOf(res: Response): Call {
  const call = (res as WithCall)[callKey];
  if (!call) throw new Error('callOf: this response is not under /api');
  return call;
}

/** The answer to a form of a page with its receipt: a page that is loaded again shows it, with scripts as without. */
export function withReceipt(res: Response, answer: unknown): unknown {
  const { receiptOf } = callOf(res);
  if (!receiptOf || typeof answer !== 'object' || answer === null || !saysSuccess(answer)) return answer;
  return { ...answer, received: receiptOf((answer as Partial<Envelope>).data) };
}
