import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Response } from 'express';
import pino from 'pino';
import type { ContractRow } from '#shared/contract/index.ts';
import { beginCall } from '../../../../server/bff/call.ts';
import { openDatabases } from '../../../../server/database/databases.ts';

/** Returns a real response of a call under /api without a connection. */
export function callResponse(row?: ContractRow) {
  const res = new ServerResponse(new IncomingMessage(new Socket())) as Response;
  beginCall(res, { params: {}, row });
  return res;
}

/** Returns the Set-Cookie lines of the response. */
export function setCookies(res: Response) {
  return [res.getHeader('set-cookie') ?? []].flat().map(String);
}

/** Returns the value of the cookie in the one Set-Cookie line of the response. */
export function cookieValue(res: Response) {
  const value = /^[^=]+=([^;]*)/.exec(setCookies(res)[0] ?? '')?.[1];
  if (!value) throw new Error('This response sets no cookie.');
  return value;
}

/** Opens the session state of a product on this data folder. */
export async function sessionState(folder: string) {
  const { openSessions, signals, close } = await openDatabases(
    { DATA_DIR: folder },
    pino({ level: 'silent' }),
  );
  return { db: await openSessions(), signals, close };
}
