import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { adoptTrace, traceHeaders, traceIdOf } from '../../../server/http/trace.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const parent = 'b7ad6b7169203331';

it('an id that a caller brought does not choose the trace', () => {
  for (const id of ['lb-0123456789', randomUUID()]) {
    adoptTrace(id, {});
    expect(traceIdOf(id)).toMatch(/^[0-9a-f]{32}$/);
    expect(traceIdOf(id)).not.toBe(id.replaceAll('-', ''));
    expect(traceIdOf(id)).toBe(traceIdOf(id));
  }
});

it.each([
  [`00-${trace}-${parent}-01`, '01'],
  [`00-${trace}-${parent}-00`, '00'],
  // Flags of later versions are not passed on; a later version may have more fields.
  [`00-${trace}-${parent}-ff`, '01'],
  [`cc-${trace}-${parent}-01-what-comes-later`, '01'],
])('%s is taken over', (traceparent, flags) => {
  const id = randomUUID();
  adoptTrace(id, { traceparent, tracestate: 'vendor=1' });
  expect(traceHeaders(id)).toEqual({
    traceparent: expect.stringMatching(new RegExp(`^00-${trace}-(?!${parent})[0-9a-f]{16}-${flags}$`)),
    tracestate: 'vendor=1',
  });
});
