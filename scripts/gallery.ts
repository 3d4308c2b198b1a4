import { join } from 'node:path';
import { createServer } from 'vite';

/**
 * `npm run gallery`: shows every component of client/ui in each of its states, with hot reload. The gallery needs no
 * build and no server, and is not shipped with the product. Uses PORT, or the next free port.
 */
const vite = await createServer({
  configFile: join(import.meta.dirname, '../gallery/vite.config.ts'),
  server: { host: 'localhost', port: Number(process.env.PORT ?? 3100) },
});
await vite.listen();
vite.printUrls();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void vite.close().then(() => process.exit(0)));
}
