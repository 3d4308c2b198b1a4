import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measured, measure } from './measure.ts';
import { startServerProcess } from './server-process.ts';

const small = JSON.stringify({ status: 1, data: post('<p>Short <strong>text</strong></p>') });
const long = JSON.stringify({
  status: 1,
  data: post('<p>One of many <em>paragraphs</em> of text.</p>'.repeat(1500)),
});
const image = `<p>x</p><img src="data:image/png;base64,${'A'.repeat(6 * 1024 * 1024)}">`;
const heavy = JSON.stringify({ status: 1, data: post(image) });
const list = JSON.stringify({
  status: 1,
  data: {
    data: [{ id: 1, title: 'Web', image: '/storage/a.png', tech_img: [] }],
    current_page: 1,
    last_page: 1,
  },
});
const bodies: Record<string, string> = {
  '/api/getProjectCategory': list,
  '/api/singlePost/1': small,
  '/api/singlePost/2': long,
  '/api/singlePost/3': heavy,
};

/**
 * What the BFF adds to a call, as ratios within one run. The upstream is a fixed answer in this
 * process, the product is a process of its own; both ways are measured in turn, so a machine whose speed drifts hits
 * both alike. Absolute figures are shown for orientation only.
 */
export async function benchBff(): Promise<void> {
  const host = createServer((req, res) => {
    req.resume();
    req.on('end', () => {
      const body = bodies[req.url ?? ''] ?? '{"status":1}';
      res
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    });
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const direct = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-bench-'));
  const product = await startServerProcess({ UPSTREAM_URL: direct, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });

  try {
    const table: [string, Measured, Measured][] = [];
    const compare = async (name: string, path: string, calls: number, concurrency: number) => {
      const [bare, through] = await measure(
        [`${direct}${path}`, `${product.url}${path}`],
        calls,
        concurrency,
      );
      if (bare && through) table.push([`${name}, ${concurrency} at once`, bare, through]);
    };
    await compare('list, no HTML', '/api/getProjectCategory', 1500, 1);
    await compare('list, no HTML', '/api/getProjectCategory', 3000, 16);
    await compare('short post', '/api/singlePost/1', 1500, 1);
    await compare('post of 60 kB text', '/api/singlePost/2', 200, 1);
    await compare('post with a 6 MiB inline image', '/api/singlePost/3', 20, 1);
    await compare('unlisted path', '/api/somethingElse', 1500, 1);
    console.log('Through the BFF against the bare host: median of one call, and the ratio of the medians.\n');
    for (const [name, bare, through] of table) {
      const ratio = (through.median / bare.median).toFixed(1);
      console.log(
        `${name.padEnd(44)} ×${ratio.padStart(6)}   (${ms(bare)} → ${ms(through)}, p95 ${ms(through, 'p95')})`,
      );
    }
    const [health, shell] = await measure([`${product.url}/healthz`, `${product.url}/`], 2000, 1);
    if (health && shell) {
      console.log(
        `\n${'page shell against /healthz'.padEnd(44)} ×${(shell.median / health.median).toFixed(1).padStart(6)}`,
      );
    }
  } finally {
    await product.stop();
    host.closeAllConnections();
    host.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function post(description: string) {
  return {
    id: 1,
    blog_title: 'A post',
    description,
    blog_image: '/storage/a.png',
    is_active: 1,
    created_at: '2026-01-02',
  };
}

function ms(measured: Measured, figure: 'median' | 'p95' = 'median'): string {
  return `${measured[figure].toFixed(2)} ms`;
}
