import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { CareersScreen } from '../../../../client/site/careers/CareersScreen.tsx';
import { InCompany } from '../in-company.tsx';

describe('the careers page', () => {
  const render = (open: number) =>
    renderToStaticMarkup(
      <InCompany site={sampleSite}>
        <MemoryRouter>
          <CareersScreen
            departments={[
              { name: 'Film', count: open - 1, to: '/film' },
              { name: 'Games', count: 1, to: '/games' },
            ]}
            open={open}
            positions={<p>The positions</p>}
            allTo="/all"
            faces={false}
            spontaneousTo={undefined}
          />
        </MemoryRouter>
      </InCompany>,
    );

  it('offers departments as a choice only for a long list of positions', () => {
    expect(render(7)).not.toContain('/film');
    expect(render(8)).toContain('href="/film"');
    expect(render(8)).toContain('href="/games"');
  });

  it('says why and how, and ends with the positions, to which a link at its top leads', () => {
    const page = render(5);
    const order = [
      'See 5 open positions',
      'Why people stay',
      'What you find here',
      'How we hire',
      'The positions',
    ];
    for (const text of order) expect(page).toContain(text);
    expect(order.toSorted((a, b) => page.lastIndexOf(a) - page.lastIndexOf(b))).toEqual(order);
  });
});
