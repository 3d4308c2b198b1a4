import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { Job } from '#shared/schemas/job.ts';
import { BeforeYouSend } from '../../../../client/site/jobs/BeforeYouSend.tsx';
import { noFilters } from '../../../../client/site/jobs/job-search-params.ts';
import { OtherJobs } from '../../../../client/site/jobs/OtherJobs.tsx';
import { openJobsQuery } from '../../../../client/site/jobs/queries.ts';
import { stubJob } from '../../../browser/support/public-records.ts';
import { InCompany } from '../in-company.tsx';

const shown = stubJob(1, { title: 'Film & sound' }) as Job;

describe('with the form of a posting', () => {
  const render = (open: number) => {
    const queries = new QueryClient();
    const jobs = Array.from({ length: open }, (_, index) => stubJob(index + 1) as Job);
    queries.setQueryData(openJobsQuery(noFilters, 1).queryKey, {
      data: jobs,
      current_page: 1,
      last_page: 1,
    });
    return renderToStaticMarkup(
      <QueryClientProvider client={queries}>
        <InCompany>
          <MemoryRouter initialEntries={['/careers/apply/1?source=poster']}>
            <BeforeYouSend job={shown} />
            <OtherJobs job={shown} now={new Date('2026-01-02')} />
          </MemoryRouter>
        </InCompany>
      </QueryClientProvider>,
    );
  };

  it('are the steps of hiring, and an address with the job as its subject', () => {
    const page = render(1);
    expect(page).toContain('How we hire');
    expect(page).toContain('Meet the team');
    expect(page).toContain('href="mailto:hello@naqsh.example?subject=Film%20%26%20sound"');
  });

  it('are two other open jobs, which keep the source of the visit', () => {
    const page = render(4);
    expect([...page.matchAll(/href="(\/careers\/apply[^"]*)"/g)].map(([, to]) => to)).toEqual([
      '/careers/apply/2?source=poster',
      '/careers/apply/3?source=poster',
    ]);
    expect(render(1)).not.toContain('Also open');
  });
});
