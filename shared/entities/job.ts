import { z } from 'zod';
import { limits } from '../limits.ts';
import { optionalBinary, optionalInteger } from '../schemas/fields.ts';
import { employmentTypes, jobStatuses, locationTypes, salaryUnits } from '../schemas/job-words.ts';
import { defineEntity } from './entity.ts';
import {
  choice,
  dates,
  derived,
  given,
  line,
  optionalAmount,
  optionalChoice,
  optionalCode,
  optionalDayOrMoment,
  optionalFlag,
  optionalLine,
  optionalOrder,
  optionalRich,
  ownId,
  state,
} from './field.ts';

/** The number of applications for a job; only admins see it. */
const count = z.coerce.number().int().optional();

/** A position (shared/entities/README.md). */
export const job = defineEntity({
  resource: 'job',
  one: 'a job',
  area: 'jobs',
  archive: 'jobs',
  table: 'jobs',
  title: 'title',
  traits: ['versions', 'preview', 'schedule'],
  page: 'careersApplyJob',
  calls: {
    all: 'getJobs',
    list: 'jobs',
    one: 'singleJob',
    add: 'addJob',
    change: 'updateJob',
    remove: 'deleteJob',
    order: 'reorderJobs',
  },
  fields: {
    id: ownId(),
    title: line(limits.title, 'job.titleRequired', { label: 'Title', searched: true }),
    // The engine makes the slug from the title until the job is first open. After that the slug stays, because URLs
    // contain it. No form sends it, and no version contains it.
    slug: given('line', z.string(), { stored: 'fallback', fallback: '' }),
    department: line(limits.line, 'job.departmentRequired', {
      label: 'Department',
      stored: 'fallback',
      fallback: '',
      searched: true,
    }),
    employment_type: choice(employmentTypes, 'job.employmentTypeRequired', { label: 'Employment type' }),
    openings: {
      ...given('number', z.coerce.number().int(), {
        label: 'Openings',
        stored: 'fallback',
        fallback: 1,
        least: 1,
      }),
      input: optionalInteger(1, limits.openings).transform((openings) => openings ?? 1),
    },
    location_type: choice(locationTypes, 'job.locationTypeRequired', { label: 'Workplace' }),
    city: optionalLine(limits.line, { label: 'City', searched: true }),
    region: optionalLine(limits.line, { label: 'Region', searched: true }),
    country: optionalLine(limits.line, { label: 'Country', searched: true }),
    salary_min: optionalAmount({ label: 'Pay from', fallback: null }),
    salary_max: optionalAmount({ label: 'Pay to', fallback: null }),
    salary_currency: optionalCode(/^[A-Z]{3}$/, 'job.badCurrency', 3, { label: 'Currency' }),
    salary_unit: optionalChoice(salaryUnits, { label: 'Pay period' }),
    show_salary: {
      ...optionalFlag({ label: 'Pay is shown', fallback: 0 }),
      input: optionalBinary().transform((shown) => shown ?? 0),
    },
    description: optionalRich({ label: 'Description', fallback: '' }),
    closes_at: optionalDayOrMoment({ label: 'Closing date' }),
    status: state(jobStatuses, { label: 'Status', apart: true, fallback: 'open' }),
    // The position changes when a job is moved in the list. That does not save the job, so versions do not contain
    // it.
    v_order: optionalOrder({ apart: true, fallback: 0, not: ['versions'] }),
    /** When the job was first open. */
    posted_at: given('moment', z.string().nullish(), { stored: 'nullable' }),
    applicants_count: derived(count, { counts: true }),
    unread_count: derived(count, {}),
    ...dates,
  },
});
