/**
 * All that is made of schemas and that pages need: the calls, and what forms are judged by. A tenth of a second on a slow phone, so
 * only contract.ts loads it.
 */
export { contract } from '#shared/contract/index.ts';
export { callPath } from '#shared/contract/match.ts';
export { applicationSchema } from '#shared/schemas/applicant.ts';
export { accountDeletionSchema, contactSchema } from '#shared/schemas/message.ts';
