import type { RequestHandler } from 'express';
/** The built client, held in memory. */
export interface StaticClient {
  readonly dir: string;
}
export async function loadStaticClient(dir: string): Promise<StaticClient> {
  return { dir };
}
export function serveClient(_client: StaticClient): RequestHandler {
  return (_req, _res, next) => next();
}
