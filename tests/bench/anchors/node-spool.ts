import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { serve } from './listen.ts';

/** Writes the body to disk unchanged, then sends it from there to the host: `node node-spool.ts UPSTREAM`. */
const upstream = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true });

serve(async (req, res) => {
  const file = join(tmpdir(), `studio-spool-${randomUUID()}`);
  await pipeline(req, createWriteStream(file));
  const { method, url, headers } = req;
  const call = request(
    { host: upstream.hostname, port: upstream.port, method, path: url, headers, agent },
    async (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
      await rm(file);
    },
  );
  call.on('error', () => res.destroy());
  createReadStream(file).pipe(call);
});
