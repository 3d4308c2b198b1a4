import type { Readable } from 'node:stream';
import type { ContractRow } from '#shared/contract/index.ts';
import type { Principal } from '#shared/roles.ts';
import type { SentForm } from '../forms/read-form.ts';

/** One call to the engine. The code that makes the call has matched the row and checked the form. */
export interface EngineRequest {
  method: string;
  /** Raw path with query. */
  path: string;
  /**
   * The row of the contract, and the values of the `{…}` in its path; absent for files, and for paths outside the
   * contract.
   */
  row?: ContractRow;
  params?: Readonly<Record<string, string>>;
  /** The names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The value of a JSON body; undefined without a body. */
  json?: unknown;
  /** The parts of a form. Their files are not moved: the engine stores copies. */
  form?: SentForm;
  /** In hybrid mode: the admin who makes the request. */
  principal?: Principal;
  /** Aborted when no caller waits any more. */
  signal: AbortSignal;
}

/**
 * An answer of the engine. A body that is a Buffer is complete; a body that is a stream is a file, read on demand.
 */
export interface EngineReply {
  status: number;
  /** The names are in lower case. */
  headers: Record<string, string>;
  body?: Buffer | Readable;
}

/** Answers a call. Rejects only when `signal` is aborted. */
export type HandleCall = (request: EngineRequest) => Promise<EngineReply>;

export function jsonReply(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): EngineReply {
  const body = Buffer.from(JSON.stringify(value));
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
    },
    body,
  };
}
