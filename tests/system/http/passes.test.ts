import { createServer } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { messages } from '#shared/messages.ts';
import { AppError } from '../../../server/errors.ts';
import { handleErrors } from '../../../server/http/errors.ts';
import { answerHealth } from '../../../server/http/health.ts';
import { createLog } from '../../../server/http/log.ts';
import { assignRequestId } from '../../../server/http/requests.ts';
import { closeServer, listening } from '../../support/free-port.ts';

/** Runs a few middlewares alone on a free port, with the Express settings of createApp. */
async function runPasses(...passes: (RequestHandler | ErrorRequestHandler)[]) {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  for (const pass of passes) app.use(pass);
  const server = createServer(app);
  const url = await listening(server);
  return { url, close: () => closeServer(server) };
}

let passes: Awaited<ReturnType<typeof runPasses>> | undefined;
const lines: string[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await passes?.close();
  passes = undefined;
  lines.length = 0;
});

async function run(...handlers: RequestHandler[]) {
  const log = createLog('info', { write: (line) => void lines.push(line) });
  passes = await runPasses(
    assignRequestId(() => false),
    ...handlers,
    handleErrors(log),
  );
  return passes.url;
}
const failWith = (error: unknown) =>
  run(() => {
    throw error;
  });

describe('an unexpected error', () => {
  it.each([
    [
      'an error',
      Object.assign(new Error('secret of /srv/app'), { token: 'tok_1', headers: { cookie: 'c=1' } }),
    ],
    ['a text', 'secret of /srv/app'],
  ])('%s is a 500 that tells nothing, and a line in the log', async (_what, error) => {
    const answer = await fetch(await failWith(error));
    const text = await answer.text();

    expect(answer.status).toBe(500);
    expect(JSON.parse(text)).toEqual({
      status: 0,
      code: 'request.failed',
      message: messages['request.failed'],
    });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 50,
      id: answer.headers.get('x-request-id'),
      err: { message: 'secret of /srv/app' },
    });
    expect(lines.join()).not.toMatch(/tok_1|c=1/);
  });

  it('after the headers it cuts the connection: half an answer must not look whole', async () => {
    const url = await run((_req, res, next) => {
      res.write('half');
      next(new Error('late'));
    });
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
    expect(lines).toHaveLength(1);
  });
});

describe('a person on the way to a page', () => {
  const headers = { Accept: 'text/html,*/*;q=0.8' };

  it('gets a page without script, with the reference that staff can find in the log', async () => {
    const answer = await fetch(`${await failWith(new Error('boom'))}/team`, { headers });
    const text = await answer.text();

    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('vary')).toContain('Accept');
    expect(text).toContain(messages['request.failed']);
    expect(text).toContain(answer.headers.get('x-request-id'));
    expect(text).not.toMatch(/<script|<style|boom/);
  });

  it('what the message holds is text', async () => {
    const error = new AppError('request.methodNotAllowed', 405, { values: { method: '<b>', allow: '"&\'' } });
    const text = await (await fetch(await failWith(error), { headers })).text();
    expect(text).toContain('&#60;b&#62;');
    expect(text).not.toContain('<b>');
  });
});

async function runHealth(probe: () => Promise<void>, database?: () => Promise<void>) {
  passes = await runPasses(
    answerHealth({ engine: 'upstream', probes: { host: probe, database } }),
    handleErrors(createLog('silent')),
  );
  const { url } = passes;
  return { ask: (path: string) => fetch(url + path) };
}

describe('/readyz', () => {
  it('503 when the probe fails, without a word on where it looked', async () => {
    const probe = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7'));
    const answer = await (await runHealth(probe)).ask('/readyz');
    const text = await answer.text();

    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.parse(text)).toEqual({ status: 'unavailable', engine: 'upstream' });
    expect(text).not.toContain('10.0.0.7');
  });

  it('503 when the probe does not come back within its bound', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const begun = Promise.withResolvers<void>();
    const { ask } = await runHealth(() => {
      begun.resolve();
      return new Promise(() => {});
    });
    const pending = ask('/readyz');
    await begun.promise;
    await vi.advanceTimersByTimeAsync(2_000);

    expect((await pending).status).toBe(503);
  });

  it('names the database that all processes share when it is away, which takes none of them out of a balancer', async () => {
    const database = vi.fn(() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.8')));
    const { ask } = await runHealth(async () => {}, database);
    const forBalancers = await ask('/readyz?self=1');
    expect(forBalancers.status).toBe(200);
    expect(await forBalancers.json()).toEqual({ status: 'ok', engine: 'upstream' });
    expect(database).not.toHaveBeenCalled();

    const answer = await ask('/readyz');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: 'unavailable',
      engine: 'upstream',
      database: 'unavailable',
    });
  });
});
