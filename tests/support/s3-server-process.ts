/**
 * An S3 server in a process of its own, on the folder of the first argument and the port of the second. It ends when
 * its standard input closes, however the parent process ended, and removes its folder.
 */
import { rm } from 'node:fs/promises';
// @ts-expect-error: the package has no types.
import S3rver from 's3rver';

const [directory = '', port = ''] = process.argv.slice(2);
await new S3rver({ address: '127.0.0.1', port: Number(port), directory, silent: true }).run();
process.stdout.write('ready\n');
process.stdin.resume().on('end', async () => {
  await rm(directory, { recursive: true, force: true });
  process.exit(0);
});
