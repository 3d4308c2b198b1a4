import { Pool } from 'undici';
import { serve } from './listen.ts';

/** A minimal proxy with undici: `node undici-proxy.ts UPSTREAM`. */
const pool = new Pool(process.argv[2] ?? '', { connections: 64, pipelining: 1 });

serve((req, res) => {
  const { method = 'GET', url = '/', headers } = req;
  const { connection, host, 'keep-alive': _keepAlive, ...passed } = headers;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  pool
    .stream({ method, path: url, headers: passed, body: hasBody ? req : null }, ({ statusCode, headers }) => {
      const { connection: _connection, 'keep-alive': _kept, ...answered } = headers;
      return res.writeHead(statusCode, answered);
    })
    .catch(() => res.destroy());
});
