import { z } from 'zod';
import { idSchema } from '../../schemas/fields.ts';
import { deskCountsSchema, foundThingSchema } from '../../schemas/find.ts';
import { messageSchema } from '../../schemas/message.ts';
import { applicantFilters } from '../applicants.ts';
import { messageRows } from '../messages.ts';
import { searchText } from '../query.ts';
import { defineRows } from '../row.ts';

/**
 * Search (docs/product.md §22) has calls of its own, instead of a parameter of the list calls. A host that does not
 * know a parameter would return the unfiltered list (docs/decisions/0023).
 */
export const findRows = defineRows({
  answeredBy: 'host',
  method: 'GET',
  access: 'admin',
  needs: 'content.read',
  origin: 'extension',
})({
  findAnything: {
    needs: 'own',
    probed: true,
    summary: 'The first matches of each kind that the role may read, newest first',
    without:
      'the palette (Ctrl K) offers only screens and actions, and lists without their own search call have no search',
    query: z.object({ search: searchText }),
    data: z.object({ found: z.array(foundThingSchema) }),
  },
  deskCounts: {
    needs: 'own',
    probed: true,
    summary: 'Counts of open work',
    without: 'Jobs has no strip of open work above it, and Applicants has no number',
    // With an API host, the engine answers this call if it answers the calls about applicants or messages
    // (ENGINE_FILLS). It then counts only records of the groups that it answers for.
    answeredBy: 'forms',
    data: deskCountsSchema,
  },
  live: {
    needs: 'own',
    origin: 'session',
    summary: 'An event stream (text/event-stream) that signals changes of content',
    data: z.unknown(),
  },
  matchingApplicants: {
    ids: { job_id: 'job' },
    needs: 'applicants.write',
    summary: 'The ids of all applicants that match; 422 beyond the limit of `bulkApplicants`',
    without: 'applicants can be selected only page by page',
    answeredBy: 'applicants',
    query: applicantFilters,
    data: z.object({ ids: z.array(idSchema) }),
  },
  searchMessages: {
    resource: 'message',
    needs: 'messages.read',
    summary: 'Messages that match a search, as `getMessages`',
    without: 'messages cannot be searched',
    answeredBy: 'messages',
    query: messageRows.getMessages.query.omit({ order: true }).extend({ search: searchText }),
    data: messageRows.getMessages.data.extend({ data: z.array(messageSchema) }),
  },
});
