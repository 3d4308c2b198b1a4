import type { ContractRow } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { jsonBody, type Params, type UpstreamRequest } from '../server/bff/upstream/upstream.ts';
import type { SentPart } from '../server/forms/read-form.ts';

/** Texts and other values of a call, by the contract's names. */
export type Values = readonly (readonly [name: string, value: unknown])[];

/**
 * Builds the body of a contract call that this site makes itself: a form if the call accepts files, otherwise JSON.
 */
export function bodyOf(
  row: Pick<ContractRow, 'upload'>,
  values: Values,
  files: readonly Extract<SentPart, { kind: 'file' }>[] = [],
): Pick<UpstreamRequest, 'json' | 'form' | 'headers'> {
  if (!row.upload) {
    const json = jsonBody(Object.fromEntries(values));
    const { length } = json.bytes;
    return { headers: { 'content-type': 'application/json', 'content-length': String(length) }, json };
  }
  const texts = values.map(([name, value]) => textPart(name, String(value ?? '')));
  return { headers: {}, form: { parts: [...texts, ...files] } };
}

/** Returns a field of a form. */
export function textPart(name: string, text: string): SentPart {
  const source = Buffer.from(text);
  return { kind: 'text', name, source, size: source.length };
}

/** Builds a contract call that this site makes itself, on behalf of the caller of another call (`asked`). */
export function callOf(
  row: ContractRow,
  params: Params,
  { headers, signal, user, isSession }: UpstreamRequest,
  body?: ReturnType<typeof bodyOf>,
): UpstreamRequest {
  const { 'content-type': _type, 'content-length': _length, ...ofCaller } = headers;
  return {
    method: row.method,
    path: callPath(row, params),
    row,
    params,
    signal,
    user,
    isSession,
    ...body,
    headers: { ...ofCaller, ...body?.headers },
  };
}
