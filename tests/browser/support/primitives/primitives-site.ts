import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { loadConfig } from '../../../../server/config.ts';
import { start } from '../../../../server/main.ts';

/**
 * The real server, its headers included, with a page of primitives in the place of the client: what no screen shows in
 * every state is judged there. Any address of the client leads to the page.
 */
export function primitivesSite(): { url: string } {
  const site = { url: '' };
  let stop = async () => {};
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'studio-primitives-'));
    const clientDir = join(folder, 'client');
    await build({
      root: import.meta.dirname,
      configFile: false,
      plugins: [react()],
      logLevel: 'error',
      build: { outDir: clientDir, assetsInlineLimit: 0, minify: false },
    });
    const config = loadConfig({ PORT: '0', SAMPLE_CONTENT: 'off', DATA_DIR: join(folder, 'data') });
    const running = await start(config, { clientDir, logStream: { write: () => {} } });
    site.url = running.url;
    stop = async () => {
      await running.close();
      await rm(folder, { recursive: true, force: true });
    };
  });
  afterAll(() => stop());
  return site;
}
