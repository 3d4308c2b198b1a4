import type { UseFormReturn } from 'react-hook-form';
import type { JobValues } from './job-values.ts';

/** What every section of the form takes. */
export interface SectionProps {
  form: UseFormReturn<JobValues>;
  /** A save runs: the fields keep their words, and take no others. */
  busy: boolean;
}
