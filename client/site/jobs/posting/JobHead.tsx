import { formatJobLocation, isOpen } from '#shared/job-labels.ts';
import { jobPostingJsonLd } from '#shared/json-ld/job-posting.ts';
import { hiringCompany } from '#shared/json-ld/organization.ts';
import { pathTo } from '#shared/paths.ts';
import type { Job } from '#shared/schemas/job.ts';
import { shareImagePath } from '#shared/share-image.ts';
import { summaryText, truncate } from '#shared/summary-text.ts';
import { useSiteInfo } from '../../../site-info.ts';
import { Breadcrumbs, JsonLd, PageHead } from '../../../ui/PageHead.tsx';

/** What a posting says of itself to machines; of a job that is not open there is no markup, and nothing to find. */
export function JobHead({ job, now }: { job: Job; now: Date }) {
  const info = useSiteInfo();
  const path = pathTo('careersApplyJob', { jobId: job.id });
  const posting = jobPostingJsonLd(job, hiringCompany(info), { url: info.origin + path, now });
  return (
    <>
      <PageHead
        title={job.title}
        description={truncate(`${formatJobLocation(job)}. ${summaryText(job.description)}`, 160)}
        path={path}
        image={shareImagePath('job', job.id)}
        type="article"
        noindex={!isOpen(job, now)}
      />
      {posting && <JsonLd data={posting} />}
      <Breadcrumbs
        trail={[
          { name: 'Jobs', path: pathTo('careersApply') },
          { name: job.title, path },
        ]}
      />
    </>
  );
}
