import type { FieldValues, Path } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';

/** The field of the form for a name on the wire: `images[2]` is of `images`, `tech_image[0][file]` of `tech_image`. */
export function fieldOfWireName<Values extends FieldValues>(name: string): Path<Values> {
  return name.replace(/\[.*/s, '') as Path<Values>;
}

/** False for what the form tells in its own way: somebody else's newer version, and an upload that a person cancelled. */
export function isPlainFailure(error: unknown): boolean {
  if (error instanceof DOMException && error.name === 'AbortError') return false;
  return !(error instanceof ApiError && error.status === 409);
}
