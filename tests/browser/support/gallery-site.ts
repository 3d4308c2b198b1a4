import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { loadConfig } from '../../../server/config.ts';
import { start } from '../../../server/main.ts';

/**
 * The real server, its headers included, with the gallery (npm run gallery) in the place of the client: pieces are judged under
 * the CSP that they run with. Any address of the client leads to it.
 */
export function gallerySite(): { url: string } {
  const site = { url: '' };
  let stop = async () => {};
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'studio-gallery-'));
    const clientDir = join(folder, 'client');
    await build({
      configFile: join(import.meta.dirname, '../../../gallery/vite.config.ts'),
      logLevel: 'error',
      build: { outDir: clientDir, emptyOutDir: true },
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
