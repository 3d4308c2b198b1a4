/**
 * All code with zod schemas that public pages need: the calls and the rules of forms. Running it takes a tenth of a
 * second on a slow phone, so only contract.ts loads it, and only when a page needs it. The calls of the admin area
 * are in desk-rows.ts.
 */

export { resourceRows } from '#shared/contract/resources.ts';
export { callPath } from '#shared/contract/row.ts';
export { applicationSchema } from '#shared/schemas/applicant.ts';
export { plainTexts } from '#shared/schemas/fields.ts';
export { accountDeletionSchema, contactSchema } from '#shared/schemas/message.ts';
