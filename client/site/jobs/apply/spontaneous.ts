import { pathTo } from '#shared/paths.ts';
import { sourceOf } from './source.ts';

const mark = 'spontaneous';

/** True when the address of the job list asks for the form without a job. */
export function isSpontaneous(params: URLSearchParams): boolean {
  return params.has(mark);
}

/** Where one applies without a job (docs/product.md §2 has no path of its own for that). */
export function spontaneousPath(params: URLSearchParams): string {
  const source = sourceOf(params);
  return `${pathTo('careersApply')}?${new URLSearchParams({ [mark]: '1', ...(source && { source }) })}`;
}
