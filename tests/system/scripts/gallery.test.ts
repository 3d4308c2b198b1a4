// @module-tag deep/process: runs the command
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('npm run gallery prints its address, and its page and scripts are there', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../scripts/gallery.ts')], {
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    const address = () => /http:\/\/localhost:\d+\//.exec(output)?.[0];
    await expect.poll(address, { message: output }).toBeDefined();
    const read = async (path: string) => (await fetch(`${address()}${path}`)).text();
    expect(await read('')).toContain('<title>Gallery</title>');
    expect(await read('main.tsx')).toContain('GalleryPage');
    // The named breakpoints are replaced by their widths, as in the product.
    expect(await read('GalleryPage.module.css')).toContain('(min-width: 60rem)');
  } finally {
    child.kill('SIGKILL');
  }
});
