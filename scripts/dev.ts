import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer } from 'vite';
import { loadSite } from '../server/site/load-site.ts';
import { documentOfSite } from '../server/site/site-shell.ts';

/**
 * `npm run dev`: runs the server with restarts on change (node --watch), and serves the client by Vite with hot
 * reload. The browser connects to Vite, which passes /api and media to the server, so cookies and CSRF rules work as
 * in production. The CSP does not, because Vite injects inline scripts: check it with `npm start`. The company data
 * is that of site.json at the start of the command; the server reports a mistake in the file.
 */
const root = join(import.meta.dirname, '..');
const port = Number(process.env.PORT ?? 3000);

// The server does not start without a built client; the content of the build does not matter here.
if (!existsSync(join(root, 'dist/client/index.html'))) await build({ root: join(root, 'client') });

const server = spawn(process.execPath, ['--watch-path=server', '--watch-path=shared', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(port) },
});
/** Paths that the server answers, in addition to pages. */
const ofServer = [
  '/api',
  '/storage',
  '/uploads',
  '/images',
  '/share',
  '/brand',
  '/pattern',
  '/favicon',
  '/icon-',
  '/apple-touch-icon.png',
  '/site.webmanifest',
  '/robots.txt',
  '/sitemap.xml',
  '/feed.xml',
  '/jobs.xml',
];
const target = `http://127.0.0.1:${port}`;
// The build above sets NODE_ENV to production, with which there is no hot reload.
process.env.NODE_ENV = 'development';
const company = await loadSite(process.env.DATA_DIR ?? join(root, 'data')).catch(() => undefined);
const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  plugins: [
    {
      name: 'company',
      transformIndexHtml: (html) =>
        company && documentOfSite(html, { site: company.site, origin: `http://localhost:${port}` }),
    },
  ],
  server: {
    host: 'localhost',
    proxy: Object.fromEntries(ofServer.map((path) => [path, { target }])),
  },
});
await vite.listen();
vite.printUrls();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.kill('SIGTERM');
    void vite.close().then(() => process.exit(0));
  });
}
