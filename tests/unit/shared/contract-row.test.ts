import { it } from 'vitest';
import { z } from 'zod';
import { defineRows } from '#shared/contract/row.ts';

const row = {
  method: 'GET',
  path: '/api/things',
  access: 'public',
  origin: 'extension',
  summary: 'All things',
  data: z.unknown(),
} as const;

it('a row without what its kind must say does not compile', () => {
  const { summary: _, ...silent } = row;
  // @ts-expect-error: each has a summary
  defineRows({ answeredBy: 'host' })({ things: { ...silent, without: 'there are none' } });
  // @ts-expect-error: an extension says what the site does without it
  defineRows({ answeredBy: 'host' })({ things: row });
  // @ts-expect-error: and who fills it
  defineRows()({ things: { ...row, without: 'there are none' } });
  // @ts-expect-error: a call of admins needs a right
  defineRows()({ things: { ...row, origin: 'spec', access: 'admin' } });
  // @ts-expect-error: what it changes is written down, or it says that nothing is changed yet
  defineRows()({ things: { ...row, origin: 'spec', access: 'admin', needs: 'own', method: 'POST' } });
  // @ts-expect-error: an id is one of something
  defineRows()({ things: { ...row, origin: 'spec', path: '/api/things/{id}' } });
  defineRows({ resource: 'job' })({ things: { ...row, origin: 'spec', path: '/api/things/{id}' } });
  // @ts-expect-error: there is no such property
  defineRows()({ things: { ...row, origin: 'spec', withuot: 'there are none' } });
  defineRows()({ things: { ...row, origin: 'spec' } });
});
