import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import type {
  Params,
  Upstream,
  UpstreamAnswer,
  UpstreamRequest,
} from '../../server/bff/upstream/upstream.ts';
import { bodyOf } from '../call-body.ts';
import { sentNames } from '../host-file/entities.ts';
import type { Snapshot } from './deleted-snapshots.ts';
import type { Thing } from './host-reader.ts';
import type { Kind } from './kinds.ts';
import type { SnapshotBytes } from './store.ts';

type Texts = readonly (readonly [name: string, value: unknown])[];

/** Adds a deleted record again through the host's own call, with its former fields and byte-identical files. */
export function restoreSnapshot(
  upstream: Upstream,
  kind: Kind,
  { thing, files }: Snapshot,
  wanted: UpstreamRequest,
): Promise<UpstreamAnswer> {
  const row: ContractRow = contract[kind.adds];
  const fileNames = row.upload?.files.map(({ name }) => name);
  const texts = sentNames(row).flatMap((name) => {
    const value = thing[name];
    const isSent =
      name !== 'updated_at' && value !== null && value !== undefined && typeof value !== 'object';
    return isSent && !fileNames?.includes(name) ? [[name, value] as const] : [];
  });
  return send(upstream, { call: kind.adds, path: row.path, texts, files }, wanted);
}

/** Overwrites a record with earlier values through the host's own call. */
export function restoreOver(
  upstream: Upstream,
  kind: Kind,
  { thing, texts, files }: { thing: Thing; texts: Texts; files: readonly SnapshotBytes[] },
  wanted: UpstreamRequest,
): Promise<UpstreamAnswer> {
  const { path } = contract[kind.changes];
  const id = String(thing.id);
  const named: Texts = path.includes('{id}') ? texts : [...texts, ['blog_id', id]];
  const sent: Sent = {
    call: kind.changes,
    path: path.replace('{id}', encodeURIComponent(id)),
    ...(path.includes('{id}') && { params: { id } }),
    texts: named,
    files,
  };
  return send(upstream, sent, wanted);
}

interface Sent {
  call: CallName;
  path: string;
  params?: Params;
  texts: Texts;
  files: readonly SnapshotBytes[];
}

function send(
  upstream: Upstream,
  { call, path, params, texts, files }: Sent,
  { headers, signal, user }: UpstreamRequest,
): Promise<UpstreamAnswer> {
  const row: ContractRow = contract[call];
  const body = bodyOf(
    row,
    texts,
    files.map(({ field, name, type, bytes }) => ({
      kind: 'file' as const,
      name: field,
      fileName: name,
      type,
      source: bytes,
      size: bytes.length,
    })),
  );
  return upstream.request({
    method: row.method,
    path,
    row,
    params,
    ...(signal && { signal }),
    ...(user && { user }),
    ...body,
    headers: { ...headers, ...body.headers },
  });
}
