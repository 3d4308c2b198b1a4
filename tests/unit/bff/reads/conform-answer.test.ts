import { expect, it, vi } from 'vitest';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { createConformAnswers } from '../../../../server/bff/reads/fetch-read.ts';
import { isActive } from '../../../../server/bff/reads/host-reads.ts';
import { Json } from '../../../../server/bff/reads/present.ts';

const person = { id: 1, name: 'Zarghuna', designation: 'Editor', v_order: 1, is_active: 1, image: null };
const pageOf = (...data: unknown[]) => ({ data, current_page: 1, last_page: 1, total: data.length });

/** Returns the fitted answer with this data and what the log contains. */
function fitted(row: ContractRow, data: unknown) {
  const warn = vi.fn();
  const fitting = createConformAnswers({ warn });
  const { body } = fitting(row, { status: 200, headers: {}, body: new Json({ status: 1, data }) });
  return {
    data: (body?.value as { data: unknown } | undefined)?.data,
    given: data,
    logged: warn.mock.calls.map(([said]) => said),
  };
}

it('a list leaves a row out that cannot be shown, and says once which field of which row', () => {
  const { data, logged } = fitted(
    contract.team,
    pageOf({ ...person, name: null }, person, 'nobody', { ...person, id: 3 }),
  );
  expect(data).toEqual({ ...pageOf(person, { ...person, id: 3 }), total: 4 });
  expect(logged).toEqual([
    { call: 'team', id: '1', field: 'name' },
    { call: 'team', id: 'undefined', field: '' },
  ]);
});

it('lists of the admin area are not touched: what is saved must be what was there', () => {
  const { data, given } = fitted(contract.getTeam, pageOf({ ...person, name: null }));
  expect(data).toBe(given);
});

it('a host says in several ways that a post is active', () => {
  for (const is_active of [1, '1', true]) expect(isActive({ is_active })).toBe(true);
  for (const is_active of [0, '0', false, undefined]) expect(isActive({ is_active })).toBe(false);
});
