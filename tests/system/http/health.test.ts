import { afterEach, describe, expect, it, vi } from 'vitest';
import { handleErrors } from '../../../server/http/errors.ts';
import { answerHealth } from '../../../server/http/health.ts';
import { createLog } from '../../../server/http/log.ts';
import { type RunningPasses, runPasses } from './run-passes.ts';

let passes: RunningPasses | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await passes?.close();
  passes = undefined;
});

async function run(probe: () => Promise<void>, database?: () => Promise<void>) {
  passes = await runPasses(
    answerHealth({ engine: 'upstream', probe, probeDatabase: database }),
    handleErrors(createLog('silent')),
  );
  const { url } = passes;
  return { ask: (path: string) => fetch(url + path) };
}

describe('/readyz', () => {
  it('503 when the probe fails, without a word on where it looked', async () => {
    const probe = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7'));
    const answer = await (await run(probe)).ask('/readyz');
    const text = await answer.text();

    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.parse(text)).toEqual({ status: 'unavailable', engine: 'upstream' });
    expect(text).not.toContain('10.0.0.7');
  });

  it('503 when the probe does not come back within its bound', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let begun = () => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { ask } = await run(() => {
      begun();
      return new Promise(() => {});
    });
    const pending = ask('/readyz');
    await started;
    await vi.advanceTimersByTimeAsync(2_000);

    expect((await pending).status).toBe(503);
  });

  it('names the database that all processes share when it is away, which takes none of them out of a balancer', async () => {
    const database = vi.fn(() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.8')));
    const { ask } = await run(async () => {}, database);
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
