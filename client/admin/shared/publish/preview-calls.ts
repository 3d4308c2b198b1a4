import { queryOptions } from '@tanstack/react-query';
import { contract } from '#shared/contract/index.ts';
import { jsonBodyBytes } from '#shared/contract/json-body.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { PreviewLink, PreviewResource, previewDays } from '#shared/schemas/preview.ts';
import { ApiError, translateError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';

/** The record whose draft is previewed; `id` is undefined if it was never saved. */
interface Previewed {
  resource: PreviewResource;
  id: Id | undefined;
}

/** A form that can be previewed: its record, and its current values. */
export interface DraftSource {
  of: Previewed;
  values: () => Record<string, unknown>;
}

/**
 * How a draft is stored: for the admin alone (`own`), behind a new link that is valid for `days`, or as the new
 * content of the existing link `linkId`.
 */
export type SavedPreview = { own: true } | { days: (typeof previewDays)[number] } | { linkId: Id };

/** Stores a draft for a preview. Rejects with `ApiError`. */
export async function savePreview({ of, values }: DraftSource, kept: SavedPreview): Promise<PreviewLink> {
  const how = {
    ...('own' in kept && { own: 1 }),
    ...('days' in kept && { days: kept.days }),
    ...('linkId' in kept && { link_id: kept.linkId }),
  };
  const body = {
    ...(of.resource !== 'job' && { resource: of.resource }),
    row_id: of.id,
    ...how,
    draft: values(),
  };
  // The size is checked before sending, so that megabytes are not sent in vain.
  if (new Blob([JSON.stringify(body)]).size > jsonBodyBytes(contract.saveContentPreview))
    throw new ApiError('preview.tooLarge', 413, { message: deskMessages['preview.tooLarge'] });
  return readApi(of.resource === 'job' ? 'saveJobPreview' : 'saveContentPreview', { body });
}

/** The active links to a draft. */
export function previewLinksQuery({ resource, id }: Previewed) {
  return queryOptions({
    queryKey: ['previewLinks', resource, id ?? 'new'],
    queryFn: ({ signal }) =>
      resource === 'job'
        ? readApi('jobPreviews', { query: { id }, signal })
        : readApi('contentPreviews', { query: { resource, id }, signal }),
    gcTime: 0,
  });
}

/** Returns why a draft was not stored. Contains the errors of single fields, because the dialog covers the fields. */
export function reasonOf(error: unknown): string {
  const { message, fieldErrors } = translateError(error);
  return Object.values(fieldErrors).join(' ') || message;
}
