import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import type { AnyHost } from './kinds.ts';

/** Returns the host.json of a host, with the addresses of this run; `change` may alter it. */
export async function hostFileOf(
  { name, addresses }: Pick<AnyHost, 'name' | 'addresses'>,
  change: (file: Record<string, unknown>) => void = () => {},
): Promise<string> {
  const path = new URL(`./${name}/host.json`, import.meta.url);
  let text = await readFile(path, 'utf8');
  for (const [written, real] of Object.entries(addresses)) text = text.replaceAll(written, real);
  const file = JSON.parse(text);
  change(file);
  return JSON.stringify(file);
}

/** Starts the real product in front of a host, configured only by the host.json in its data folder. */
export async function startSiteBefore(
  host: Pick<AnyHost, 'name' | 'addresses'>,
  {
    change,
    ...options
  }: { change?: Parameters<typeof hostFileOf>[1] } & NonNullable<Parameters<typeof startTestApp>[1]> = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-test-'));
  await writeFile(join(dataDir, 'host.json'), await hostFileOf(host, change), { mode: 0o600 });
  return startTestApp({ DATA_DIR: dataDir }, options);
}
