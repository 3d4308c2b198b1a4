import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { expect, it, vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { beginCall } from '../../../../server/bff/call.ts';
import { invalidateAfterWrites } from '../../../../server/bff/reads/invalidation.ts';
import type { Session } from '../../../../server/bff/session/session.ts';

it.each([
  ['is answered', 'POST', 200, true, 1],
  ['fails at the host', 'POST', 502, true, 1],
  ['is left by its browser before the answer', 'POST', undefined, false, 1],
  ['is a read', 'GET', 200, true, 0],
])('an admin’s call that %s purges what visitors read', (_how, method, status, writableFinished, times) => {
  const res = Object.assign(new EventEmitter(), { writeHead() {}, writableFinished }) as unknown as Response;
  beginCall(res, { row: contract.saveBlog, params: {}, session: {} as Session });
  const forget = vi.fn();
  invalidateAfterWrites(forget)({ method } as Request, res, () => {});
  if (status) res.writeHead(status);
  res.emit('close');
  expect(forget).toHaveBeenCalledTimes(times);
});
