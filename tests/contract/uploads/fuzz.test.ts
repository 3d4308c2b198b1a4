// @module-tag deep/hostile: forms of made-up parts
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formTokens } from '../../fuzz/mutate.ts';
import { image } from '../../support/files.ts';
import { boundary, file, formBody, formType, type GateBench, startGateBench, text } from './gate-bench.ts';

let bench: GateBench;
let seeds: Buffer[];
beforeAll(async () => {
  bench = await startGateBench();
  const png = await image('png');
  seeds = [
    formBody([text('title', 'T'), file('image', png), file('tech_image[]', png), file('tech_image[]', png)]),
    formBody([text('title', ''), file('image', '', '')]),
    formBody([]),
  ];
});
afterAll(() => bench.close());

/** Tokens that form parsers handle wrongly. */
const tokens = fc.constantFrom(...formTokens(boundary));
const cut = fc.record({ kind: fc.constant('cut' as const), from: fc.nat(3000), count: fc.nat(60) });
const insert = fc.record({ kind: fc.constant('insert' as const), at: fc.nat(3000), token: tokens });
const flip = fc.record({ kind: fc.constant('flip' as const), at: fc.nat(3000), to: fc.nat(255) });
const change = fc.oneof(cut, insert, flip);

function changed(
  seed: Buffer,
  changes: readonly (typeof change extends fc.Arbitrary<infer Change> ? Change : never)[],
) {
  return changes.reduce((body, each) => {
    const at = (place: number) => (body.length === 0 ? 0 : place % body.length);
    if (each.kind === 'cut') {
      const from = at(each.from);
      return Buffer.concat([body.subarray(0, from), body.subarray(from + each.count)]);
    }
    if (each.kind === 'insert') {
      const place = at(each.at);
      return Buffer.concat([
        body.subarray(0, place),
        Buffer.from(each.token, 'latin1'),
        body.subarray(place),
      ]);
    }
    const copy = Buffer.from(body);
    copy[at(each.at)] = each.to;
    return copy;
  }, seed);
}

it('a form that was damaged in any way is taken or refused, never a failure of ours', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(2),
      fc.array(change, { maxLength: 6 }),
      fc.boolean(),
      async (which, changes, chunked) => {
        bench.stub.requests.length = 0;
        const body = changed(seeds[which] as Buffer, changes);
        const answer = await bench.send(
          '/api/addProjectCategory',
          body,
          { 'content-type': formType },
          { chunked },
        );
        expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(200);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        if (answer.body.code) expect(bench.stub.requests).toEqual([]);
        else expect(bench.stub.last().complete).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
  expect(bench.app.logLines.filter((line) => line.msg === 'unexpected error')).toEqual([]);
  await bench.untilLeftovers(0);
}, 180_000);
