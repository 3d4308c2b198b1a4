import { expect, it } from 'vitest';
import { exchange } from '../../../../server/bff/upstream/exchange.ts';

it('is over at once for a browser that has left before it begins, even if the client library still waits', async () => {
  const limits = { silenceMs: 50, timeoutMs: 50 };
  const call = exchange({ signal: AbortSignal.abort() }, limits, () => new Promise<never>(() => {}));
  await expect(call).rejects.toMatchObject({ code: 'request.aborted', status: 499 });
});
