import { z } from 'zod';
import { scheduleInputSchema, scheduleSchema } from '../../schemas/schedule.ts';
import { defineRows } from '../row.ts';

export const scheduleRows = defineRows({ fill: 'host' })({
  blogSchedules: {
    method: 'GET',
    path: '/api/blogSchedules',
    access: 'admin',
    needs: 'content.read',
    origin: 'extension',
    probed: true,
    summary: 'When posts are to be published and taken back',
    without: 'posts cannot be scheduled',
    data: z.array(scheduleSchema),
  },
  scheduleBlog: {
    method: 'POST',
    path: '/api/scheduleBlog/{id}',
    access: 'admin',
    needs: 'content.write',
    origin: 'extension',
    summary: 'Publish a post, and take it back, at a moment; both null takes the schedule away',
    without: 'scheduling a post fails with a message',
    body: scheduleInputSchema,
    bodyLimit: 'small',
    data: scheduleSchema.nullable(),
  },
  jobSchedules: {
    method: 'GET',
    path: '/api/jobSchedules',
    access: 'admin',
    needs: 'jobs.read',
    origin: 'extension',
    summary: 'When jobs are to be opened and closed',
    without: 'jobs cannot be scheduled',
    fill: 'jobs',
    data: z.array(scheduleSchema),
  },
  scheduleJob: {
    method: 'POST',
    path: '/api/scheduleJob/{id}',
    access: 'admin',
    needs: 'jobs.write',
    origin: 'extension',
    summary: 'Open a job, and close it, at a moment; both null takes the schedule away',
    without: 'scheduling a job fails with a message',
    fill: 'jobs',
    body: scheduleInputSchema,
    bodyLimit: 'small',
    data: scheduleSchema.nullable(),
  },
});
