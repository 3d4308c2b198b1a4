import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { SentPart } from '../../../forms/read-form.ts';
import { rebuildForm } from '../../uploads/rebuild.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../upstream/upstream.ts';
import { sentNames } from '../host-file/entities.ts';
import type { Kind } from './kinds.ts';
import type { Keepsake } from './store.ts';

/** Adds a thing that was deleted, by the host's own call: its fields as they were, its files byte for byte. */
export function putBack(
  upstream: Upstream,
  kind: Kind,
  { thing, files }: Keepsake,
  { headers, signal, user }: UpstreamRequest,
): Promise<UpstreamAnswer> {
  const row: ContractRow = contract[kind.adds];
  const texts = sentNames(row).flatMap((name) => {
    const value = thing[name];
    const isSent =
      name !== 'updated_at' && value !== null && value !== undefined && typeof value !== 'object';
    return isSent ? [[name, value] as const] : [];
  });
  const common = {
    method: row.method,
    path: row.path,
    row,
    ...(signal && { signal }),
    ...(user && { user }),
  };
  if (!row.upload) {
    const bytes = Buffer.from(JSON.stringify(Object.fromEntries(texts)));
    const described = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
    return upstream.request({
      ...common,
      headers: { ...headers, ...described },
      body: [bytes],
      bodyLength: bytes.length,
    });
  }
  const fileNames = row.upload.files.map(({ name }) => name);
  const parts: SentPart[] = [
    ...texts
      .filter(([name]) => !fileNames.includes(name))
      .map(([name, value]): SentPart => {
        const source = Buffer.from(String(value));
        return { kind: 'text', name, source, size: source.length };
      }),
    ...files.map(
      ({ field, name, type, bytes }): SentPart => ({
        ...{ kind: 'file' as const, name: field, fileName: name, type, source: bytes, size: bytes.length },
      }),
    ),
  ];
  const { contentType, length, pieces } = rebuildForm(parts);
  const described = { 'content-type': contentType, 'content-length': String(length) };
  return upstream.request({
    ...common,
    headers: { ...headers, ...described },
    body: pieces,
    bodyLength: length,
    form: { parts },
  });
}
