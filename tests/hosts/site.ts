import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import type { ExampleHost } from './host.ts';

/** Returns hosts/examples/<shape>.json with the address of this run. */
export async function hostFileOf({ name, url }: Pick<ExampleHost, 'name' | 'url'>) {
  const path = new URL(`../../hosts/examples/${name}.json`, import.meta.url);
  return (await readFile(path, 'utf8')).replaceAll('https://api.example.com', url);
}

/** Starts the real product in front of a host, configured only by the example in its data folder. */
export async function startSiteBefore(host: Pick<ExampleHost, 'name' | 'url'>): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-test-'));
  await writeFile(join(dataDir, 'host.json'), await hostFileOf(host), { mode: 0o600 });
  return startTestApp({ DATA_DIR: dataDir });
}
