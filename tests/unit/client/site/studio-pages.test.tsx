import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, test } from 'vitest';
import type { SiteApp } from '#shared/schemas/site.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { departmentPath } from '../../../../client/app/screens/Positions.tsx';
import { Component as AppsScreen } from '../../../../client/site/apps/AppsScreen.tsx';
import { readingMinutes } from '../../../../client/site/blog/blog-text.ts';
import { byDepartment, worksByMember } from '../../../../client/site/team/queries.ts';
import { InCompany } from '../in-company.tsx';

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

describe('the apps', () => {
  const render = (apps: SiteApp[]) =>
    renderToStaticMarkup(
      <InCompany site={{ ...sampleSite, apps }}>
        <MemoryRouter>
          <AppsScreen />
        </MemoryRouter>
      </InCompany>,
    );
  const app: SiteApp = {
    id: 'qissa',
    name: 'قصہ',
    summary: 'Stories.',
    developer: 'Naqsh Studio',
    stores: [{ store: 'Google Play', url: 'https://play.google.com/store/apps/details?id=qissa' }],
    deleted_data: [],
    kept_data: [],
  };

  it('lead to their stores, and each to the deletion of its accounts', () => {
    const html = render([app]);
    expect(html).toContain('href="https://play.google.com/store/apps/details?id=qissa"');
    expect(html).toContain('href="/delete-account?app=qissa"');
    expect(html).toContain('id="qissa"');
    expect(html).toContain('Naqsh Studio</bdi>');
  });

  it('are named also where no store has them', () => {
    expect(render([{ ...app, stores: [] }])).toContain('Not available in a store right now.');
  });

  it('say so when there is none', () => {
    const html = render([]);
    expect(html).toContain('No apps yet');
    expect(html).not.toContain('<li ');
  });
});

it('the list of one department is asked for by its name', () => {
  expect(departmentPath('Film & sound')).toBe('/careers/apply?department=Film+%26+sound');
});

test('a member has the works that name them in their credits, each once', () => {
  const works = [
    {
      id: 1,
      title: 'Salt Road',
      category: 'Film',
      credits: 'Sana Gul\tEdit\t7\nSana Gul\tSound\t7\nAli\tCamera',
    },
    { id: 'w-2', title: 'Walls', category: 'Games', credits: 'Sana\t\t7\nZmarak\tCode\tm-9' },
    { id: 3, title: 'Stepwell', category: 'Games' },
  ];
  expect(worksByMember(works)).toEqual({
    7: [
      { id: 1, title: 'Salt Road' },
      { id: 'w-2', title: 'Walls' },
    ],
    'm-9': [{ id: 'w-2', title: 'Walls' }],
  });
});
