import type { Response } from 'express';
import type { ContractRow } from '#shared/contract/index.ts';
import { readId } from '#shared/id.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { ownNumber } from '#shared/schemas/id.ts';
import { saysSuccess } from '#shared/schemas/success.ts';
import type { Part } from '../forms/read-form.ts';
import type { Session } from './session/session.ts';
import type { JsonBody } from './upstream/json-body.ts';

/**
 * Data about a request below /api that its handlers share. `row` is absent for a path that the contract does not
 * list.
 */
export interface Call {
  row?: ContractRow;
  params: Readonly<Record<string, string>>;
  session?: Session;
  /** The largest body of this call in bytes, set before any of it is read (uploads/accept-body.ts). */
  maxBytes?: number;
  /** The complete JSON body of the call, reduced to the fields of its row. */
  json?: JsonBody;
  /** The parts of a form that the upload gate has accepted; they are complete and on disk. */
  parts?: readonly Part[];
  /** Facts from a 2xx answer of the API host: whether its body states a refusal, and the id of a new record. */
  answered?: { isRefusal: boolean; id: unknown };
  /** The email with which this call tries to sign in; absent if the call contains none. */
  tried?: string;
  /** The session that this call has started. */
  started?: Session;
  /** Keeps the form's files on disk until the promise has settled, even if the browser disconnects before. */
  keepFiles?<Result>(work: Promise<Result>): Promise<Result>;
  /**
   * Returns the token of the receipt for this call's form, from the `data` of the answer (server/pages/posted-forms).
   * Absent for calls that send no visitor's form.
   */
  receiptOf?(data: unknown): string;
}

const callKey = Symbol('call');
type WithCall = Response & { [callKey]?: Call };

/** Attaches the call to the response; done at the start of the request (`matchCall`). */
export function beginCall(res: Response, call: Call): void {
  (res as WithCall)[callKey] = call;
}

/** Returns the call of this response. The handlers of the request read the call and add data to it. */
export function callOf(res: Response): Call {
  const call = (res as WithCall)[callKey];
  if (!call) throw new Error('callOf: this response is not under /api');
  return call;
}

/** Returns the id in the path of a call about the product's own rows; a number that no row has for another id. */
export function ownIdOf(res: Response): number {
  return ownNumber(readId(callOf(res).params.id));
}

/** Returns the name or email of the person who makes the call. */
export function personOf(res: Response): string | null {
  const user = callOf(res).session?.user;
  return user?.name || user?.email || null;
}

/**
 * Adds `received`, the token of the receipt, to the answer to a visitor's form that was accepted. With the token in
 * its URL, the page shows the receipt again after a reload.
 */
export function withReceipt(res: Response, answer: unknown): unknown {
  const { receiptOf } = callOf(res);
  if (!receiptOf || typeof answer !== 'object' || answer === null || !saysSuccess(answer)) return answer;
  return { ...answer, received: receiptOf((answer as Partial<Envelope>).data) };
}
