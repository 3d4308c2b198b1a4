import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { ArrivingBody } from '../../../../server/bff/upstream/arriving-body.ts';

function arriving() {
  const source = { pause: vi.fn(), resume: vi.fn(), abort: vi.fn() };
  return { source, body: new ArrivingBody(source) };
}

/** A reader that accepts `room` writes before it reports that it is full. */
function reader(room = Number.POSITIVE_INFINITY) {
  const written: string[] = [];
  let writes = 0;
  const res = Object.assign(new EventEmitter(), {
    written,
    ended: false,
    destroyed: false,
    write(chunk: Buffer) {
      written.push(chunk.toString());
      writes += 1;
      return writes <= room;
    },
    end(given?: Buffer | string) {
      if (given !== undefined) written.push(given.toString());
      res.ended = true;
      res.emit('close');
    },
    destroy() {
      res.destroyed = true;
      res.emit('close');
    },
  });
  return { res, as: res as unknown as ServerResponse };
}

describe('a body that is all here', () => {
  test('is given at once, in one piece, and can be looked at before it is sent', async () => {
    const { body } = arriving();
    body.push(Buffer.from('ab'));
    expect(body.received).toBeUndefined();
    body.push(Buffer.from('é'));
    body.end();
    expect(body.received?.toString()).toBe('abé');
    expect((await body.whole(10)).toString()).toBe('abé');
    const { res, as } = reader();
    body.sendTo(as);
    // The body is written as Latin-1, in one string with the headers; its bytes are unchanged.
    expect(Buffer.from(res.written.join(''), 'latin1').toString()).toBe('abé');
    expect(res.ended).toBe(true);
  });
});

describe('a body that is still coming', () => {
  test('waits in memory up to a limit, and then on its connection', async () => {
    const { body, source } = arriving();
    for (let i = 0; i < 16; i += 1) body.push(Buffer.alloc(4096));
    expect(source.pause).not.toHaveBeenCalled();
    body.push(Buffer.alloc(1));
    expect(source.pause).toHaveBeenCalled();
    const whole = body.whole(1_000_000);
    expect(source.resume).toHaveBeenCalled();
    body.end();
    expect(await whole).toHaveLength(65_537);
  });
});
