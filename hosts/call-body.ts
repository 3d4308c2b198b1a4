import type { ContractRow } from '#shared/contract/index.ts';
import type { UpstreamRequest } from '../server/bff/upstream/upstream.ts';
import type { SentPart } from '../server/forms/read-form.ts';

/**
 * Builds the body of a contract call that this site makes itself: a form if the call accepts files, otherwise JSON.
 */
export function bodyOf(
  row: Pick<ContractRow, 'upload'>,
  values: readonly (readonly [name: string, value: unknown])[],
  files: readonly Extract<SentPart, { kind: 'file' }>[] = [],
): Pick<UpstreamRequest, 'body' | 'bodyLength' | 'form' | 'headers'> {
  if (!row.upload) {
    const bytes = Buffer.from(JSON.stringify(Object.fromEntries(values)));
    return {
      headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
      body: [bytes],
      bodyLength: bytes.length,
    };
  }
  const texts = values.map(([name, value]): SentPart => {
    const source = Buffer.from(String(value ?? ''));
    return { kind: 'text', name, source, size: source.length };
  });
  const parts = [...texts, ...files];
  return { headers: {}, form: { parts } };
}
