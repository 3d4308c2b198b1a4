import { mkdir, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { loadStaticClient } from '../../../server/http/ready-answer.ts';
import { folderForAll } from '../../support/temp-folder.ts';

let dir: string;
folderForAll((made) => (dir = made));

it('a client that was never built is told so, and what to do', async () => {
  await expect(loadStaticClient(`${dir}/missing`)).rejects.toThrow(/no built client.*npm run build/);
  await expect(loadStaticClient(dir)).rejects.toThrow('npm run build');
});

it('every file is served, whatever its name and its folder', async () => {
  await mkdir(`${dir}/v1.0`);
  for (const path of ['index.html', 'LICENSE', 'v1.0/a.txt', '.vite']) await writeFile(`${dir}/${path}`, 'x');
  const { files } = await loadStaticClient(dir);
  expect([...files.keys()].sort()).toEqual(['/LICENSE', '/v1.0/a.txt']);
});
