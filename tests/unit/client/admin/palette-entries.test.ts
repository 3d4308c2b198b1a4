import { expect, it } from 'vitest';
import { actionsFor } from '../../../../client/admin/palette/entries.ts';

const titles = (missing: readonly string[], may = (_call: string) => true) =>
  actionsFor('', may, missing).map(({ title }) => title);

it('the palette offers neither what the role may not do nor what the host lacks', () => {
  expect(titles([])).toEqual(expect.arrayContaining(['Post a job', 'Jobs', 'Site', 'Log out']));
  const without = titles(['getJobs', 'addJob']);
  expect(without).not.toContain('Post a job');
  expect(without).not.toContain('Jobs');
  expect(without).toContain('Write a post');
  expect(titles([], (call) => call !== 'getSite')).not.toContain('Site');
});
