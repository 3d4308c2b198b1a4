/**
 * All code with schemas that pages need: the calls, and the rules of forms. It takes a tenth of a second on a slow
 * phone, so only contract.ts loads it; desk-rows.ts has the calls of the admin area.
 */
export { callPath } from '#shared/contract/call-path.ts';
export { resourceRows } from '#shared/contract/resources.ts';
export { applicationSchema } from '#shared/schemas/applicant.ts';
export { accountDeletionSchema, contactSchema } from '#shared/schemas/message.ts';
