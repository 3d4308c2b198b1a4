import { applicants } from './applicants.ts';
import { blogs } from './blogs.ts';
import { intake } from './intake.ts';
import { jobs } from './jobs.ts';
import { inbox } from './messages.ts';
import { portfolio } from './portfolio.ts';
import { team } from './team.ts';

/** Every state of the admin area that is easy to reach; admin-screens.test.ts covers its routes. */
export const adminAreas = [blogs, jobs, applicants, portfolio, team, inbox, intake];
