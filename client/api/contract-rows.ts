/**
 * All that is made of schemas and that pages need: the calls, and what forms are judged by. A tenth of a second on a slow phone, so
 * only contract.ts loads it; the calls of the admin area's own parts come with desk-rows.ts.
 */
export { callPath } from '#shared/contract/call-path.ts';
export { resourceRows } from '#shared/contract/resources.ts';
export { applicationSchema } from '#shared/schemas/applicant.ts';
export { accountDeletionSchema, contactSchema } from '#shared/schemas/message.ts';
