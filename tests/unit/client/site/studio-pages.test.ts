import { describe, expect, it } from 'vitest';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { readingMinutes } from '../../../../client/site/blog/blog-text.ts';
import { byDepartment } from '../../../../client/site/team/queries.ts';

describe('the team by departments', () => {
  const member = (id: number, department?: string | null) => ({ id, department }) as TeamMember;
  const groups = (...team: TeamMember[]) =>
    byDepartment(team).map(({ name, members }) => [name, ...members.map(({ id }) => id)]);

  const many = (department: string) =>
    Array.from({ length: 12 }, (_, index) => member(20 + index, department));

  it('keeps the order of the members, and brings those of none and those alone in theirs last', () => {
    const team = [member(1, 'Film'), member(2), member(3, 'Design'), member(4, 'Film'), ...many('Games')];
    expect(groups(...team)).toEqual([
      ['Film', 1, 4],
      ['Games', ...many('Games').map(({ id }) => id)],
      [undefined, 2, 3],
    ]);
  });

  it('is one list of twelve people or fewer', () => {
    expect(groups(member(1, 'Film'), member(2, 'Design'), member(3, 'Film'))).toEqual([['', 1, 2, 3]]);
    expect(groups(member(1, 'Film'), ...many('Games'))).toHaveLength(2);
  });

  it('has no names where everybody is alone in a department', () => {
    const alone = many('').map(({ id }) => member(Number(id), `Department ${id}`));
    expect(groups(member(1, 'Film'), ...alone)).toEqual([['', 1, ...alone.map(({ id }) => id)]]);
  });

  it('has no names where there is one department, or none', () => {
    expect(groups(member(1, 'Film'), member(2, ' Film '))).toEqual([['', 1, 2]]);
    expect(groups(member(1, null), member(2, ''))).toEqual([['', 1, 2]]);
    expect(groups()).toEqual([]);
  });
});

describe('how long a post takes to read', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'لفظ').join(' ');

  it.each([
    [0, 1],
    [110, 1],
    [329, 1],
    [331, 2],
    [2200, 10],
  ])('%i words are %i minutes', (count, minutes) => {
    expect(readingMinutes(`<p>${words(count)}</p>`)).toBe(minutes);
  });

  it('counts no markup and no bytes of images', () => {
    const image = `<p><img alt="${words(900)}" src="data:image/png;base64,${'A b'.repeat(5_000)}"></p>`;
    expect(readingMinutes(image)).toBe(1);
  });
});
