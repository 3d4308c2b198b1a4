import type { z } from 'zod';
import { applicantRows } from './applicants.ts';
import { blogRows } from './blogs.ts';
import { categoryRows } from './categories.ts';
import { formTokenRows } from './form-tokens.ts';
import { jobRows } from './jobs.ts';
import { messageRows } from './messages.ts';
import { passwordRows } from './password.ts';
import { projectRows } from './projects.ts';
import type { ContractRow } from './row.ts';
import { sessionRows } from './session.ts';
import { teamRows } from './team.ts';
import { trashRows } from './trash.ts';

export type { ContractRow, FileField, TextField, UploadPolicy } from './row.ts';

/** Every call of the product, by name. */
export const contract = {
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
  ...trashRows,
};

export type CallName = keyof typeof contract;

/** What `data` holds when the call named `Name` succeeds. */
export type CallData<Name extends CallName> = z.infer<(typeof contract)[Name]['data']>;

/** Every row, in the order of the resources. */
export const rows: readonly ContractRow[] = Object.values(contract);
