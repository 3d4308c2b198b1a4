import { Link, useSearchParams } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageStatus } from '../../../ui/PageStatus.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Pattern } from '../../../ui/Pattern.tsx';
import { spontaneousPath } from '../apply/spontaneous.ts';

/** This job could not be found. */
export function NoJob() {
  const [params] = useSearchParams();
  return (
    <>
      <PageTitle>Job not found</PageTitle>
      <PageStatus code={404} />
      <EmptyState
        art={<Pattern seed="no-job" columns={8} rows={4} />}
        level={1}
        title="We couldn’t find this position"
        text="The link may be out of date or incomplete."
        action={
          <>
            <Link to={pathTo('careersApply')}>All open positions</Link>
            <Link to={spontaneousPath(params)}>Apply without a position</Link>
          </>
        }
      />
    </>
  );
}
