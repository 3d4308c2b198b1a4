import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder that is deleted by `close`. */
export async function temporaryFolder(): Promise<{ path: string; close(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'studio-schedule-'));
  return { path, close: () => rm(path, { recursive: true, force: true }) };
}
