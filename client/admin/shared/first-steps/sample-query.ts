import { queryOptions } from '@tanstack/react-query';
import { readApi } from '../../../api/call.ts';

/** The sample content that is left, and how much content is the company's own; only the embedded engine knows. */
export const sampleQuery = queryOptions({
  queryKey: ['getSample'],
  queryFn: ({ signal }) => readApi('getSample', { signal }),
});
