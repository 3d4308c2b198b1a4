import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

/**
 * Other tests rely on the stub for "the upstream received nothing": it must record every request, and misbehave as
 * configured.
 */
const list = callPath(contract.getProjectCategory);
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream();
});
afterEach(() => stub.reset());
afterAll(() => stub.close());

async function signIn(): Promise<string> {
  const body = JSON.stringify(stub.admin);
  const answer = await fetch(stub.url + stub.settings.loginPath, { method: 'POST', body });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

describe('what the stub records', () => {
  it('is the raw target and every raw header, with case, order and repeats', async () => {
    const socket = connect(Number(new URL(stub.url).port), '127.0.0.1');
    socket.end('GET /api/x?a=%zz&b HTTP/1.1\r\nHost: h\r\nX-A: 1\r\nx-a: 2\r\n\r\n');
    await expect.poll(() => stub.requests).toMatchObject([{ complete: true }]);
    socket.destroy();
    const seen = stub.last();
    expect(seen).toMatchObject({ method: 'GET', url: '/api/x?a=%zz&b' });
    expect(seen.rawHeaders).toEqual(['Host', 'h', 'X-A', '1', 'x-a', '2']);
    expect(seen.headerAll('X-a')).toEqual(['1', '2']);
    expect(seen.header('nothing')).toBeUndefined();
  });

  it.each(['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'rubbish\r\n\r\n'])('is also %j', async (bytes) => {
    const socket = connect(Number(new URL(stub.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(bytes);
    await expect.poll(() => stub.requests).toHaveLength(1);
    socket.destroy();
  });

  it('is every part of a form in order, with its bytes hashed', async () => {
    const file = Buffer.alloc(3_000_000, 7);
    const form = new FormData();
    form.append('title', 'é✓');
    form.append('images[0]', new Blob([file], { type: 'image/png' }), 'Über.png');
    form.append('title', '');
    await fetch(`${stub.url}/api/x`, { method: 'POST', body: form });
    const seen = stub.last();
    expect(seen.complete).toBe(true);
    expect(seen.bodyLength).toBe(Number(seen.header('content-length')));
    expect(seen.parts).toEqual([
      { name: 'title', isFile: false, value: 'é✓', size: 5, sha256: sha256('é✓') },
      {
        name: 'images[0]',
        isFile: true,
        filename: 'Über.png',
        contentType: 'image/png',
        size: file.length,
        sha256: sha256(file),
        storedAt: expect.any(String),
      },
      { name: 'title', isFile: false, value: '', size: 0, sha256: sha256('') },
    ]);
  });

  it('is a plain body, byte for byte', async () => {
    const body = Buffer.from([0, 255, 13, 10]);
    await fetch(`${stub.url}/api/x`, { method: 'POST', body });
    expect(stub.last()).toMatchObject({ body, bodyLength: 4, bodySha256: sha256(body), parts: [] });
  });

  it('says when a body was cut off', async () => {
    const socket = connect(Number(new URL(stub.url).port), '127.0.0.1');
    socket.write('POST /api/x HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc');
    await expect.poll(() => stub.requests[0]?.bodyLength).toBe(3);
    socket.destroy();
    await expect.poll(() => stub.last().bodySha256).toBe(sha256('abc'));
    expect(stub.last().complete).toBe(false);
  });
});

describe('what the stub does wrong on command', () => {
  const text = async () => (await fetch(stub.url + list)).text();

  it('a canned answer, only where and as often as told', async () => {
    stub.misbehave({ kind: 'answer', status: 418, body: '{}' }, { method: 'GET', path: list, times: 1 });
    expect((await fetch(`${stub.url}/api/other`)).status).toBe(404);
    expect((await fetch(`${stub.url}${list}?page=1`)).status).toBe(418);
    expect((await fetch(stub.url + list)).status).toBe(200);
  });

  it('raw bytes', async () => {
    stub.misbehave({ kind: 'raw', bytes: 'HTTP/1.1 299 Odd\r\nContent-Length: 2\r\n\r\nhi' });
    const answer = await fetch(stub.url + list);
    expect([answer.status, await answer.text()]).toEqual([299, 'hi']);
  });

  it.each([{ kind: 'reset' }, { kind: 'cutBody', afterBytes: 5 }] as const)('$kind', async (rule) => {
    stub.misbehave(rule);
    await expect(text()).rejects.toThrow();
    expect(stub.requests).toHaveLength(1);
  });

  it('an answer before the body was read', async () => {
    stub.misbehave({ kind: 'earlyAnswer', status: 413 });
    const answer = await fetch(`${stub.url}/api/x`, { method: 'POST', body: 'abc' });
    expect(answer.status).toBe(413);
    expect(stub.last()).toMatchObject({ complete: false, bodyLength: 0 });
  });

  it('silence, until the other side leaves', async () => {
    stub.misbehave({ kind: 'hang' });
    const leaving = new AbortController();
    const answer = fetch(stub.url + list, { signal: leaving.signal });
    await expect.poll(() => stub.requests).toMatchObject([{ complete: true }]);
    leaving.abort();
    await expect(answer).rejects.toThrow('abort');
  });

  it('a body that never ends', async () => {
    stub.misbehave({ kind: 'slowBody', bytesPerChunk: 2, everyMs: 1 });
    const answer = await fetch(stub.url + list);
    expect(answer.status).toBe(200);
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      if (bytes > 500) break;
    }
    expect(bytes).toBeGreaterThan(500);
  });

  it('an honest answer, but only once it is released', async () => {
    let open = () => {};
    const release = new Promise<void>((resolve) => {
      open = resolve;
    });
    stub.misbehave({ kind: 'gate', release });
    let answered = false;
    const answer = text().finally(() => {
      answered = true;
    });
    await expect.poll(() => stub.requests).toMatchObject([{ complete: true }]);
    expect(answered).toBe(false);
    open();
    expect(await answer).toContain('"last_page":1');
  });
});

describe('the host that the stub plays', () => {
  it.each(['data.token', 'data.access_token', 'token', 'access_token'] as const)(
    'gives the token in %s',
    async (place) => {
      stub.settings.tokenPlace = place;
      const body = JSON.stringify(stub.admin);
      const answer = await fetch(stub.url + stub.settings.loginPath, { method: 'POST', body });
      const sent = (await answer.json()) as Record<string, unknown>;
      const [outer = '', inner] = place.split('.');
      const found = inner ? (sent[outer] as Record<string, unknown>)[inner] : sent[outer];
      expect(found).toBe(stub.tokens.at(-1));
    },
  );

  it('knows good tokens from bad ones, and forgets those that signed out', async () => {
    const token = await signIn();
    const get = async (value: string) => {
      const headers = { authorization: `Bearer ${value}` };
      return (await fetch(stub.url + callPath(contract.blogs), { headers })).status;
    };
    expect(await get('wrong')).toBe(401);
    expect(await get(token)).toBe(200);
    await fetch(stub.url + stub.settings.logoutPath, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await get(token)).toBe(401);
  });
});
