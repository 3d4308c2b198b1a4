import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveProgress } from '../../../tools/archive/source-and-target.ts';
import { writeArchive } from '../../../tools/archive/write-archive.ts';
import { createHostSource } from '../../../tools/moving/host/host-source.ts';
import { openMovingHost } from '../../../tools/moving/host.ts';

/** Reads hosts into archives, as `npm run studio -- import pull` does. */

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
