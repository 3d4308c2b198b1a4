import { limits } from '../limits.ts';
import { pageOf } from '../schemas/envelope.ts';
import {
  employmentTypes,
  jobFacetsSchema,
  jobInputSchema,
  jobSchema,
  jobStatuses,
  jobStatusSchema,
  listedJobSchema,
  locationTypes,
} from '../schemas/job.ts';
import { enumParameter, exactMatch, pageQuery, searchText } from './query.ts';
import { defineRows } from './row.ts';

const applicantCounts = { needs: 'applicants.read', fields: ['applicants_count', 'unread_count'] } as const;

export const jobRows = defineRows({
  resource: 'job',
  answeredBy: 'jobs',
  method: 'POST',
  access: 'admin',
  origin: 'extension',
})({
  jobs: {
    method: 'GET',
    access: 'public',
    freshSeconds: 5,
    ends: ['data.data.*.closes_at'],
    summary: 'Open jobs, with the remaining choices of each filter',
    without: 'no open positions are listed anywhere',
    query: pageQuery.extend({
      search: searchText,
      department: exactMatch,
      employment_type: enumParameter(employmentTypes),
      location_type: enumParameter(locationTypes),
    }),
    data: pageOf(listedJobSchema).extend({ facets: jobFacetsSchema.optional() }),
  },
  singleJob: {
    method: 'GET',
    id: 'job',
    access: 'public',
    freshSeconds: 5,
    ends: ['data.closes_at'],
    summary: 'One job; a closed one is 410 for visitors, a draft needs a session',
    without: 'pages of single jobs are 404',
    data: jobSchema,
    withheld: applicantCounts,
  },
  getJobs: {
    method: 'GET',
    does: 'list',
    needs: 'jobs.read',
    summary: 'All jobs, in their order',
    without: 'the Jobs screen of the admin area says that the host does not support it',
    probed: true,
    query: pageQuery.extend({ status: enumParameter(jobStatuses), search: searchText }),
    data: pageOf(listedJobSchema),
    hidden: { status: 'draft' },
    withheld: applicantCounts,
  },
  addJob: {
    needs: 'jobs.write',
    summary: 'Add a job; a draft by default',
    log: 'added a job',
    without: 'jobs cannot be added',
    body: jobInputSchema,
    bodyLimit: limits.jobBody,
    data: jobSchema,
  },
  updateJob: {
    id: 'job',
    needs: 'jobs.write',
    summary: 'Change a job',
    log: 'changed a job',
    without: 'jobs cannot be changed',
    body: jobInputSchema,
    bodyLimit: limits.jobBody,
    data: jobSchema,
  },
  updateJobStatus: {
    id: 'job',
    needs: 'jobs.write',
    summary: 'Open, close or fill a job, or make it a draft',
    log: 'changed the status of a job',
    without: 'jobs cannot be opened or closed',
    body: jobStatusSchema,
    data: jobSchema,
  },
});
