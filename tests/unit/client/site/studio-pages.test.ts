import { expect, it } from 'vitest';
import { byDepartment } from '../../../../client/site/team/queries.ts';

const many = Array(12).fill('Games');

it.each([
  [
    'keeps its order, with those of no group and those alone in theirs last',
    ['Film', '', 'Design', 'Film', ...many],
    'Film 2, Games 12, undefined 2',
  ],
  ['is one list of twelve people or fewer', ['Film', 'Design', 'Film'], ' 3'],
  ['has no names where everybody is alone', many.map((_, at) => `Department ${at}`).concat('Film'), ' 13'],
  ['has no names in one department', [...many, ' Games '], ' 13'],
])('the team by departments %s', (_what, departments, groups) => {
  const team = departments.map((department, id) => ({ id, department })) as never;
  expect(
    byDepartment(team)
      .map(({ name, members }) => `${name} ${members.length}`)
      .join(', '),
  ).toBe(groups);
});
