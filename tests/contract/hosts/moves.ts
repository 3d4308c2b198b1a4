import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openArchive } from '../../../tools/archive/read-archive.ts';
import type { ArchiveProgress } from '../../../tools/archive/source-and-target.ts';
import { writeArchive } from '../../../tools/archive/write-archive.ts';
import type { HostCalls } from '../../../tools/moving/host/calls.ts';
import { createHostSource } from '../../../tools/moving/host/host-source.ts';
import { openMovingHost } from '../../../tools/moving/host.ts';
import { type PushOptions, pushArchive } from '../../../tools/moving/push-archive.ts';

/** Moves between hosts and archives, as `npm run studio -- import pull` and `npm run studio -- import push` make them. */

type Environment = Record<string, string>;
export type Row = Record<string, unknown> & { id: number | string };

export async function rowsOf(folder: string, entity: string): Promise<Row[]> {
  const text = await readFile(join(folder, `${entity}.jsonl`), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function openMoving(environment: Environment) {
  const say = () => {};
  return openMovingHost({ environment, email: undefined, silent: true, origins: {}, say });
}

export async function pull(environment: Environment, folder: string, progress?: ArchiveProgress) {
  const { calls, things, fetch, close } = await openMoving(environment);
  try {
    const source = createHostSource(calls, things, { madeBy: 'Test', fetch });
    const written = await writeArchive(source, folder, { ...(progress && { progress }) });
    return { ...written, remarks: source.remarks(), notes: source.notes() };
  } finally {
    await close();
  }
}

/** Sends an archive to a host, without waiting between calls. `send` may wrap the sending of calls. */
export async function push(
  environment: Environment,
  folder: string,
  { send, ...options }: Partial<PushOptions> & { send?: (send: HostCalls['send']) => HostCalls['send'] } = {},
) {
  const moving = await openMoving(environment);
  try {
    const { calls } = moving;
    const host = send ? { ...moving, calls: { ...calls, send: send(calls.send) } } : moving;
    const wait = async () => {};
    const opened = await openArchive(folder);
    return await pushArchive(host, opened, { dryRun: false, say: () => {}, wait, ...options });
  } finally {
    await moving.close();
  }
}
