import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { loadConfig } from '../../../server/config.ts';
import { start } from '../../../server/main.ts';

/**
 * The real server, headers included, with the gallery (npm run gallery) instead of the client: components are tested
 * under the CSP with which they run. Every client address opens the gallery.
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
