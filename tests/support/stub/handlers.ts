import type { CallName } from '#shared/contract/index.ts';
import type { sessionRows } from '#shared/contract/session.ts';
import { applicantHandlers } from './applicants.ts';
import { blogHandlers } from './blogs.ts';
import { categoryHandlers } from './categories.ts';
import { formTokenHandlers } from './form-tokens.ts';
import type { Handler } from './handler.ts';
import { jobHandlers } from './jobs.ts';
import type { Lacking } from './lacking.ts';
import { messageHandlers } from './messages.ts';
import { passwordHandlers } from './password.ts';
import { projectHandlers } from './projects.ts';
import { teamHandlers } from './team.ts';
import { trashHandlers } from './trash.ts';

/**
 * Handlers of the calls that the BFF forwards. A new row without a handler does not compile, unless it is one of the
 * calls that the stub lacks.
 */
export const handlers: Record<Exclude<CallName, keyof typeof sessionRows | Lacking>, Handler> = {
  ...categoryHandlers,
  ...projectHandlers,
  ...blogHandlers,
  ...jobHandlers,
  ...applicantHandlers,
  ...teamHandlers,
  ...messageHandlers,
  ...passwordHandlers,
  ...trashHandlers,
  ...formTokenHandlers,
};
