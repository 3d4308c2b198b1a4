import type { ContractRow } from '#shared/contract/index.ts';
import { jsonBody } from '../server/bff/upstream/json-body.ts';
import type { UpstreamRequest } from '../server/bff/upstream/upstream.ts';
import type { SentPart } from '../server/forms/read-form.ts';

/**
 * Builds the body of a contract call that this site makes itself: a form if the call accepts files, otherwise JSON.
 */
export function bodyOf(
  row: Pick<ContractRow, 'upload'>,
  values: readonly (readonly [name: string, value: unknown])[],
  files: readonly Extract<SentPart, { kind: 'file' }>[] = [],
): Pick<UpstreamRequest, 'json' | 'form' | 'headers'> {
  if (!row.upload) {
    const json = jsonBody(Object.fromEntries(values));
    const { length } = json.bytes;
    return { headers: { 'content-type': 'application/json', 'content-length': String(length) }, json };
  }
  const texts = values.map(([name, value]): SentPart => {
    const source = Buffer.from(String(value ?? ''));
    return { kind: 'text', name, source, size: source.length };
  });
  const parts = [...texts, ...files];
  return { headers: {}, form: { parts } };
}
