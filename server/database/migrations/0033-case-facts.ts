import { addsColumns } from './added-columns.ts';

/** The facts of a project that its page shows beside its text (docs/product.md §3). */
export const caseFacts = addsColumns(
  'projects',
  {
    client: 'text',
    year: 'integer',
    services: 'text',
    result: 'text',
    quote: 'text',
    quote_by: 'text',
    credits: 'text',
  },
  ['title', 'summary', 'client', 'services', 'result'],
);
