import { z } from 'zod';
import { scheduleInputSchema, scheduleSchema } from '../../schemas/schedule.ts';
import { defineRows } from '../row.ts';

export const scheduleRows = defineRows({
  blogSchedules: {
    name: 'blogSchedules',
    method: 'GET',
    path: '/api/blogSchedules',
    access: 'admin',
    needs: 'content.read',
    origin: 'extension',
    probed: true,
    summary: 'When posts are to be published and taken back',
    data: z.array(scheduleSchema),
  },
  scheduleBlog: {
    name: 'scheduleBlog',
    method: 'POST',
    path: '/api/scheduleBlog/{id}',
    access: 'admin',
    needs: 'content.write',
    origin: 'extension',
    summary: 'Publish a post, and take it back, at a moment; both null takes the schedule away',
    body: scheduleInputSchema,
    bodyLimit: 'small',
    data: scheduleSchema.nullable(),
  },
  jobSchedules: {
    name: 'jobSchedules',
    method: 'GET',
    path: '/api/jobSchedules',
    access: 'admin',
    needs: 'jobs.read',
    origin: 'extension',
    summary: 'When jobs are to be opened and closed',
    data: z.array(scheduleSchema),
  },
  scheduleJob: {
    name: 'scheduleJob',
    method: 'POST',
    path: '/api/scheduleJob/{id}',
    access: 'admin',
    needs: 'jobs.write',
    origin: 'extension',
    summary: 'Open a job, and close it, at a moment; both null takes the schedule away',
    body: scheduleInputSchema,
    bodyLimit: 'small',
    data: scheduleSchema.nullable(),
  },
});
