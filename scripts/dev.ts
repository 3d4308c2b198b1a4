import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer } from 'vite';
import { documentOfSite } from '../server/site/live-company.ts';
import { loadSite } from '../server/site/load-site.ts';

/**
 * `npm run dev`: runs the server, restarts it when a file changes (node --watch), and serves the client through Vite
 * with hot reload. The browser connects to Vite, which passes /api and media to the server, so cookies and CSRF rules
 * work as in production. The CSP is not the same, because Vite injects inline scripts: check the CSP with `npm
 * start`. The data of the company is read from site.json once, when the command starts; the server reports a mistake
 * in that file.
 */
const root = join(import.meta.dirname, '..');
const port = Number(process.env.PORT ?? 3000);

// The server refuses to start without a built client. In development the content of that build is not used, so an old
// build is good enough.
if (!existsSync(join(root, 'dist/client/index.html'))) await build({ root: join(root, 'client') });

const server = spawn(process.execPath, ['--watch-path=server', '--watch-path=shared', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(port) },
});
/** Paths that Vite passes on to the server. Pages are not among them, because Vite serves them itself. */
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
// The build above sets NODE_ENV to production, which would switch hot reload off.
process.env.NODE_ENV = 'development';
const company = await loadSite(process.env.DATA_DIR ?? join(root, 'data'), { mediaPaths: [] }).catch(
  () => undefined,
);
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
