import { openStorage } from '../../server/content-api/media/open-storage.ts';
import { readContent, refuseHost } from '../archive/engine.ts';
import { engineSource } from '../archive/write-folder.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { writeArchive } from './write-archive.ts';

/** `npm run studio -- export FOLDER`: writes the content of the embedded engine into an archive. The site may be running. */
export async function run({ paths: [folder = ''], values }: Arguments<'export'>, context: Context) {
  const config = context.config();
  refuseHost(config);
  return readContent(config, async (tables) => {
    const storage = await openStorage(config, context.log);
    try {
      const madeBy = `studio-site ${await context.version()}`;
      const source = engineSource(tables, storage, { madeBy, address: config.PUBLIC_URL?.href ?? null });
      return await writeArchive(source, folder, values, context);
    } finally {
      storage.close();
    }
  });
}
