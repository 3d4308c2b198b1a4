import { applicantRows } from './applicants.ts';
import { blogRows } from './blogs.ts';
import { categoryRows } from './categories.ts';
import { formTokenRows } from './form-tokens.ts';
import { jobRows } from './jobs.ts';
import { messageRows } from './messages.ts';
import { passwordRows } from './password.ts';
import { projectRows } from './projects.ts';
import { sessionRows } from './session.ts';
import { teamRows } from './team.ts';

/** The calls that public pages make, and the other calls of the same resources. */
export const resourceRows = {
  ...sessionRows,
  ...categoryRows,
  ...projectRows,
  ...blogRows,
  ...jobRows,
  ...applicantRows,
  ...teamRows,
  ...messageRows,
  ...passwordRows,
  ...formTokenRows,
};
