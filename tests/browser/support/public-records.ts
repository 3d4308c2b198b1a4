import type { Job } from '#shared/schemas/job.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';

const stamps = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };

/** A team member as stored by the stub; members are ordered by id. */
export function stubMember(id: number, member: Partial<TeamMember> = {}) {
  return {
    id,
    name: `Member ${id}`,
    designation: `Maker ${id}`,
    department: null,
    image: '',
    bio: null,
    linkedin_url: null,
    facebook_url: null,
    v_order: id,
    is_active: 1,
    ...stamps,
    ...member,
  };
}

/** An open job as stored by the stub, without a closing date. */
export function stubJob(id: number, job: Partial<Job> = {}) {
  return {
    id,
    title: `Job ${id}`,
    slug: `job-${id}`,
    department: 'Film',
    employment_type: 'FULL_TIME',
    location_type: 'onsite',
    city: 'Peshawar',
    region: null,
    country: 'Pakistan',
    description: `<p>The work of job ${id}.</p>`,
    salary_min: null,
    salary_max: null,
    salary_currency: null,
    salary_unit: null,
    show_salary: 0,
    openings: 1,
    status: 'open',
    v_order: id,
    posted_at: '2026-01-01T00:00:00.000Z',
    closes_at: null,
    ...stamps,
    ...job,
  };
}
