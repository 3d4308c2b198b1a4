import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../upstream/upstream.ts';
import { bodyOf } from '../call-body.ts';
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
  const fileNames = row.upload?.files.map(({ name }) => name) ?? [];
  const body = bodyOf(
    row,
    texts.filter(([name]) => !fileNames.includes(name)),
    files.map(({ field, name, type, bytes }) => ({
      ...{ kind: 'file' as const, name: field, fileName: name, type, source: bytes, size: bytes.length },
    })),
  );
  return upstream.request({
    method: row.method,
    path: row.path,
    row,
    ...(signal && { signal }),
    ...(user && { user }),
    ...body,
    headers: { ...headers, ...body.headers },
  });
}
