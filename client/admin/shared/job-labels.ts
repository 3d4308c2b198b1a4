import type { EmploymentType, JobStatus, LocationType, SalaryUnit } from '#shared/schemas/job-words.ts';
import type { BadgeTone } from '../../ui/Badge.tsx';

const employmentTypeLabels: Record<EmploymentType, string> = {
  FULL_TIME: 'Full-time',
  PART_TIME: 'Part-time',
  CONTRACTOR: 'Contract',
  TEMPORARY: 'Temporary',
  INTERN: 'Internship',
  VOLUNTEER: 'Volunteer',
  PER_DIEM: 'Per diem',
  OTHER: 'Other',
};

const locationTypeLabels: Record<LocationType, string> = {
  onsite: 'On-site',
  hybrid: 'Hybrid',
  remote: 'Remote',
};

const salaryUnitLabels: Record<SalaryUnit, string> = {
  HOUR: 'an hour',
  DAY: 'a day',
  WEEK: 'a week',
  MONTH: 'a month',
  YEAR: 'a year',
};

export const jobStatusLabels: Record<JobStatus, string> = {
  draft: 'Draft',
  open: 'Open',
  closed: 'Closed',
  filled: 'Filled',
};

/** Tone of each status's badge. */
export const jobStatusTones: Record<JobStatus, BadgeTone> = {
  draft: 'neutral',
  open: 'success',
  closed: 'signal',
  filled: 'accent',
};

/** The words for the values of fields that are chosen, by the name of the field. */
export const choiceLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  is_active: { 0: 'Inactive', 1: 'Active' },
  show_salary: { 0: 'No', 1: 'Yes' },
  employment_type: employmentTypeLabels,
  location_type: locationTypeLabels,
  salary_unit: salaryUnitLabels,
  status: jobStatusLabels,
};
