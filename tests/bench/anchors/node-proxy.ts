import { Agent, request } from 'node:http';
import { serve } from './listen.ts';

/** A minimal proxy with Node alone: `node node-proxy.ts UPSTREAM`. */
const upstream = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true });

serve((req, res) => {
  const { method, url, headers } = req;
  const call = request(
    { host: upstream.hostname, port: upstream.port, method, path: url, headers, agent },
    (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    },
  );
  call.on('error', () => res.destroy());
  req.pipe(call);
});
