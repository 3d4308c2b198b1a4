import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { rows } from '#shared/contract/index.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { multipart, multipartType, part } from '../../support/engine/multipart.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterEach(async () => {
  expect(await engine.tempFiles()).toEqual([]);
  expect(await engine.mediaFiles()).toEqual([]);
  expect(engine.logLines.filter((line) => Number(line.level) >= 40)).toEqual([]);
});
afterAll(() => engine.close());

describe('whatever is sent', () => {
  const uploads = rows.filter((row) => row.upload);
  const names = [
    ...new Set(
      uploads.flatMap((row) =>
        [...(row.upload?.texts ?? []), ...(row.upload?.files ?? [])].map((field) => field.name),
      ),
    ),
  ];
  const anyName = fc.oneof(
    fc.constantFrom(...names, 'images[0]', 'tech_image[]', 'tech_image[0][file]', '__proto__', 'a[b]'),
    fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\n"]/g, '')),
  );
  const anyPart = fc.record({
    name: anyName,
    content: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    ),
    filename: fc.option(fc.string({ maxLength: 12 }), { nil: undefined }),
  });

  it('forms of random parts get a 4xx in the envelope', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...uploads),
        fc.array(anyPart, { maxLength: 6 }),
        fc.boolean(),
        async (row, parts, end) => {
          const body = multipart(
            parts.map((each) => part(each.name, each.content, each.filename)),
            { end },
          );
          const response = await engine.fetch(callPath(row, { id: 1 }), {
            method: row.method,
            body: new Uint8Array(body),
            headers: { 'content-type': multipartType },
          });
          expect(response.status).toBeGreaterThanOrEqual(400);
          expect(response.status).toBeLessThan(500);
          expect(await response.json()).toMatchObject({ status: 0, message: expect.any(String) });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('random bytes as a form, and random JSON as a sign-in, get a 4xx', async () => {
    const statusOf = async (path: string, type: string, body: Uint8Array) =>
      (
        await engine.fetch(path, {
          method: 'POST',
          headers: { 'content-type': type },
          body: new Uint8Array(body),
        })
      ).status;
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.json(), async (bytes, json) => {
        for (const status of [
          await statusOf('/api/saveBlog', multipartType, bytes),
          await statusOf('/api/login', 'application/json', Buffer.from(json)),
        ]) {
          expect(status).toBeGreaterThanOrEqual(400);
          expect(status).toBeLessThan(500);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('random paths and methods get a 4xx', async () => {
    const segment = fc.oneof(
      fc.constantFrom('api', 'storage', 'blogs', 'singlePost', '..', '%2e%2e', '%00', '%', '2026'),
      fc.webSegment(),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { maxLength: 5 }),
        fc.constantFrom('PUT', 'PATCH', 'OPTIONS', 'GET', 'DELETE'),
        async (segments, method) => {
          fc.pre(!['api/blogs', 'api/activeBlogs'].includes(segments.join('/')));
          const status = await rawStatus(method, `/${segments.join('/')}`);
          expect(status).toBeGreaterThanOrEqual(400);
          expect(status).toBeLessThan(500);
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** Returns the status of a request whose path is sent unchanged. */
function rawStatus(method: string, path: string): Promise<number> {
  const { hostname, port } = engine.url;
  const headers = { authorization: `Bearer ${engine.token}` };
  return new Promise((resolve, reject) => {
    request({ hostname, port, method, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}
