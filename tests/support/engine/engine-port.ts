import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { parseJson } from '../../../server/bff/uploads/bodies.ts';
import type { Config } from '../../../server/config.ts';
import { jsonReply } from '../../../server/content-api/calls.ts';
import type { ContentApi } from '../../../server/content-api/content-api.ts';
import { AppError } from '../../../server/errors.ts';
import { allowanceOf } from '../../../server/forms/form-rules.ts';
import { refusalOfHeaders } from '../../../server/forms/multipart.ts';
import { openTempFolders, readForm } from '../../../server/forms/read-form.ts';
import { closeServer, listening } from '../free-port.ts';

/**
 * Serves the engine on a loopback port, where tests use it as a third party's API host. The engine itself has no
 * port; this function does what the BFF does before a call: it finds the row, and reads and judges forms by the row's
 * policy.
 */
export async function listenFor(api: Pick<ContentApi, 'handle'>, config: Config, log: Logger) {
  const folders = await openTempFolders(join(config.DATA_DIR, 'tmp', 'port'), log);
  const allowance = allowanceOf(config);
  const aliases: Record<string, string> = {
    [config.UPSTREAM_LOGIN_PATH]: contract.login.path,
    [config.UPSTREAM_LOGOUT_PATH]: contract.logout.path,
  };

  async function answer(req: IncomingMessage, res: ServerResponse) {
    const { method = 'GET', url: target = '/' } = req;
    const path = target.split('?', 1)[0] ?? '';
    const { row, params, allow } = matchContract(method, aliases[path] ?? path);
    if (!row && allow.length > 0) {
      const list = allow.join(', ');
      throw new AppError('request.methodNotAllowed', 405, {
        values: { method, allow: list },
        headers: { allow: list },
      });
    }
    const over = new AbortController();
    res.once('close', () => res.writableFinished || over.abort(new Error('nobody reads')));
    const headers = Object.fromEntries(
      Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
    );
    const isForm = row?.upload !== undefined && (headers['content-type'] ?? '').startsWith('multipart/');
    const refusal = isForm ? refusalOfHeaders(req as Request) : undefined;
    if (refusal) throw refusal;
    const folder = folders.forResponse(res as Response);
    const form = isForm
      ? { parts: await readForm(req as Request, { policy: row.upload as never, allowance, folder }) }
      : undefined;
    const hasBody = !isForm && (headers['transfer-encoding'] !== undefined || headers['content-length']);
    const bytes = hasBody ? await buffer(req) : undefined;
    const json = bytes?.length ? parseJson(bytes) : undefined;
    const reply = api.handle({
      method,
      path: target,
      row,
      params,
      headers,
      form,
      json,
      signal: over.signal,
      principal: undefined,
    });
    // The form's files stay in this folder until the engine has its own copies.
    return folder.track(reply);
  }

  const server = createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
    answer(req, res)
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        const { status, message, fields, headers } = error;
        return jsonReply(status, { status: 0, message, ...(fields && { errors: fields }) }, headers);
      })
      .then(async ({ status, headers, body }) => {
        res.writeHead(status, headers);
        if (body instanceof Readable) await pipeline(body, res);
        else res.end(body);
      })
      .catch(() => res.destroy());
  });
  const url = await listening(server);
  return {
    url: new URL(url),
    close: () => closeServer(server),
  };
}
