import type { RequestHandler } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { messages } from '#shared/messages.ts';
import { AppError } from '../../../server/errors.ts';
import { handleErrors } from '../../../server/http/errors.ts';
import { createLog } from '../../../server/http/log.ts';
import { assignRequestId } from '../../../server/http/requests.ts';
import { type RunningPasses, runPasses } from './run-passes.ts';

let passes: RunningPasses | undefined;
const lines: string[] = [];
afterEach(async () => {
  await passes?.close();
  lines.length = 0;
});

async function run(...handlers: RequestHandler[]): Promise<string> {
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
