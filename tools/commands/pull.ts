import { namedOrigins } from '../../server/foreign-media/origins.ts';
import { hostSource } from '../archive/host/host-source.ts';
import { openMovingHost } from '../archive/host/open-host.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { writeArchive } from './write-archive.ts';

/** `npm run studio -- import pull FOLDER`: writes the content of the API host into an archive. */
export async function pull({ paths: [folder = ''], values }: Arguments<'import pull'>, context: Context) {
  const { environment, isJson, say, warn } = context;
  const { calls, map, fetch, close } = await openMovingHost({
    email: values.email,
    silent: isJson,
    say: isJson ? warn : say,
    environment,
    origins: namedOrigins(values['media-origin'] ?? [], { allowPrivate: values['allow-private'] }),
  });
  try {
    const source = hostSource(calls, map, { madeBy: `studio-site ${await context.version()}`, fetch });
    return await writeArchive(source, folder, values, context);
  } finally {
    await close();
  }
}
