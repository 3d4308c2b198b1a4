/**
 * Where an application stands (docs/architecture.md §4). `spam` is outside of the pipeline: lists show it only when asked.
 */
export const applicantStatuses = [
  'new',
  'reviewing',
  'shortlisted',
  'interview',
  'offered',
  'hired',
  'rejected',
  'withdrawn',
  'spam',
] as const;
export const applicantSorts = ['unread', 'newest', 'oldest', 'name', 'rating'] as const;
