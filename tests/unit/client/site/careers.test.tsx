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

  it('begins with the positions, then says how hiring goes', () => {
    const page = render(5);
    expect(page).toContain('See 5 open positions');
    expect(page.indexOf('The positions')).toBeLessThan(page.indexOf('How we hire'));
    expect(page.indexOf('How we hire')).toBeLessThan(page.indexOf('What you find here'));
  });
});
