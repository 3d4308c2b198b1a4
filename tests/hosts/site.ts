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
  return startWithHostFile(await hostFileOf(host));
}

/** Returns a host.json for a stub at `root`, which names no call unless `more` does. */
export function stubHostFile(root: string, more: object) {
  return JSON.stringify({ version: 1, root, unnamed: 'as_contract', dates: { zone: 'UTC' }, ...more });
}

/** Starts the real product with this host.json in a new data folder. */
export async function startWithHostFile(
  text: string,
  environment: Record<string, string> = {},
  options: Parameters<typeof startTestApp>[1] = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-test-'));
  await writeFile(join(dataDir, 'host.json'), text, { mode: 0o600 });
  return startTestApp({ ...environment, DATA_DIR: dataDir }, options);
}
