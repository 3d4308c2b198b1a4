import type { Readable } from 'node:stream';
import type { ContractRow } from '#shared/contract/index.ts';
import type { Asker } from '../asker.ts';
import type { SentForm } from '../forms/read-form.ts';

/** One call of the engine, whose row was found and whose form was judged by whoever took it in. */
export interface EngineRequest {
  method: string;
  /** Raw path with query. */
  path: string;
  /** The row of the contract, and what stands in the path at its `{…}`; absent for files, and for what the contract does not list. */
  row?: ContractRow | undefined;
  params?: Readonly<Record<string, string>> | undefined;
  /** By names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The bytes of a JSON body. */
  body?: Buffer | undefined;
  /** The parts of a form. Their files stay where they are: the engine keeps others of the same bytes. */
  form?: SentForm | undefined;
  /** Beside a host that signs people in: who asks. */
  asker?: Asker | undefined;
  /** Aborted when nobody waits any more. */
  signal: AbortSignal;
}

/** An answer of the engine. A body in memory is whole; a stream is a file's, read as it is taken. */
export interface EngineReply {
  status: number;
  /** By names in lower case. */
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
