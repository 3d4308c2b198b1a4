import type { FieldValues, Path } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';

/**
 * Returns the form field for a field name of the contract: `images` for `images[2]`, and `tech_image` for
 * `tech_image[0][file]`, which Laravel writes as `tech_image.0.file`. The error about a single file is shown at this form
 * field.
 */
export function fieldOfWireName<Values extends FieldValues>(name: string): Path<Values> {
  return name.replace(/[[.].*/s, '') as Path<Values>;
}

/**
 * Returns false for failures that the form shows in its own way: another admin's newer version, and a cancelled
 * upload.
 */
export function isPlainFailure(error: unknown): boolean {
  if (error instanceof DOMException && error.name === 'AbortError') return false;
  return !(error instanceof ApiError && error.status === 409);
}
