import { expect, it } from 'vitest';
import { loadStaticClient } from '../../../server/http/static-client.ts';
import { folderForAll } from '../../support/temp-folder.ts';

let dir: string;
folderForAll((made) => (dir = made));

it('a client that was never built is told so, and what to do', async () => {
  await expect(loadStaticClient(`${dir}/missing`)).rejects.toThrow(/no built client.*npm run build/);
  await expect(loadStaticClient(dir)).rejects.toThrow('npm run build');
});
