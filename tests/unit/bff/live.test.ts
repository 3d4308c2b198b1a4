import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { callOf } from '../../../server/bff/call.ts';
import { createLive } from '../../../server/bff/live/live.ts';
import type { Session } from '../../../server/bff/session/session.ts';
import type { Sessions } from '../../../server/bff/session/sessions.ts';
import { noSignals } from '../../../server/database/sqlite.ts';
import { callResponse } from './session/response.ts';

it('writes nothing to a stream that has ended, while its connection is still open', async () => {
  let end: Parameters<Sessions['onEnded']>[0] = () => {};
  const lifeOf = () => ({ expiresAt: 0, left: 1_000, renewable: true });
  const onEnded: Sessions['onEnded'] = (listener) => {
    end = listener;
    return () => {};
  };
  const live = createLive({ sessions: { lifeOf, onEnded }, signals: noSignals });
  const res = callResponse();
  callOf(res).session = { id: 'one', token: 't', issuedAt: 0, renewedAt: 0 } satisfies Session;
  live.answer(res.req, res);
  end(() => true);
  expect([res.writableEnded, res.closed]).toEqual([true, false]);
  const failed = vi.fn();
  res.once('error', failed);
  live.tell();
  live.close();
  await turn();
  expect(failed).not.toHaveBeenCalled();
});
