import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { teamQuery } from '../../../../../client/site/team/queries.ts';
import { TeamFaces } from '../../../../../client/site/team/TeamFaces.tsx';
import { InCompany } from '../../in-company.tsx';

/** Renders the faces of a team; a name without a picture begins with a dash. */
function render(...names: string[]): string {
  const client = new QueryClient();
  const team = names.map((name, index) => ({
    id: index + 1,
    name,
    designation: 'Editor',
    image: name.startsWith('-') ? null : `/media/${index}.webp`,
    is_active: 1,
  }));
  client.setQueryData(teamQuery().queryKey, team as never);
  return renderToStaticMarkup(
    <InCompany>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <TeamFaces />
        </MemoryRouter>
      </QueryClientProvider>
    </InCompany>,
  );
}

describe('the faces of the team', () => {
  it('lead each to the person on the page of the team', () => {
    const faces = render('Sana', 'Bilal', '-Without', 'Hamza');
    expect(faces.match(/<a [^>]*href="[^"]*"/g)?.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual([
      '/team#member-1',
      '/team#member-2',
      '/team#member-4',
    ]);
    expect(faces).toContain('alt="Sana"');
  });

  it('are six at most, and none of fewer than three', () => {
    expect(render('A', 'B', 'C', 'D', 'E', 'F', 'G').match(/<li/g)).toHaveLength(6);
    expect(render('A', 'B', '-C')).toBe('');
  });
});
