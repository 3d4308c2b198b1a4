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

const failure = new Error('reset');

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

  test('may be empty', () => {
    const { body } = arriving();
    body.end();
    expect(body.received).toHaveLength(0);
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

  test('goes to its reader part by part, as fast as that takes it', () => {
    const { body, source } = arriving();
    body.push(Buffer.from('a'));
    const { res, as } = reader(1);
    body.sendTo(as);
    expect(res.written).toEqual(['a']);
    source.resume.mockClear();
    body.push(Buffer.from('b'));
    expect(res.written).toEqual(['a', 'b']);
    expect(source.pause).toHaveBeenCalledOnce();
    res.emit('drain');
    expect(source.resume).toHaveBeenCalledOnce();
    expect(res.ended).toBe(false);
    body.end();
    expect(res.ended).toBe(true);
  });

  test('that breaks cuts its reader off, and never ends as if it were whole', async () => {
    const { body } = arriving();
    const { res, as } = reader();
    body.push(Buffer.from('half'));
    body.sendTo(as);
    body.fail(failure);
    expect([res.written, res.ended, res.destroyed]).toEqual([['half'], false, true]);

    const broken = arriving().body;
    broken.push(Buffer.from('half'));
    broken.fail(failure);
    expect(broken.received).toBeUndefined();
    await expect(broken.whole(10)).rejects.toBe(failure);
    const late = reader();
    broken.sendTo(late.as);
    expect([late.res.ended, late.res.destroyed]).toEqual([false, true]);
  });

  test('whose reader leaves lets go of its connection', () => {
    const { body, source } = arriving();
    const { res, as } = reader(0);
    body.push(Buffer.from('a'));
    body.sendTo(as);
    res.destroy();
    expect(source.abort).toHaveBeenCalledOnce();

    const unread = arriving();
    unread.body.sendTo(Object.assign(reader().as, { destroyed: true }));
    expect(unread.source.abort).toHaveBeenCalledOnce();
  });

  test('and is larger than its limit is given up', async () => {
    const { body, source } = arriving();
    const whole = body.whole(3);
    body.push(Buffer.from('four'));
    await expect(whole).rejects.toBeInstanceOf(RangeError);
    expect(source.abort).toHaveBeenCalledOnce();
  });

  test('is a stream for those who want one, also after it was waited for', async () => {
    const { body } = arriving();
    const whole = body.whole(10);
    body.push(Buffer.from('ab'));
    body.end();
    await whole;
    expect(Buffer.concat(await body.stream.toArray()).toString()).toBe('ab');

    const dumped = arriving();
    dumped.body.push(Buffer.from('ab'));
    dumped.body.stream.destroy();
    expect(dumped.source.abort).toHaveBeenCalledOnce();
  });
});
