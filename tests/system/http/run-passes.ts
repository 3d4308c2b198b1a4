import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';

export interface RunningPasses {
  url: string;
  server: Server;
  close(): Promise<void>;
}

/** Runs a few middlewares alone on a free port, with the Express settings of createApp. */
export async function runPasses(...passes: (RequestHandler | ErrorRequestHandler)[]): Promise<RunningPasses> {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  for (const pass of passes) app.use(pass);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
