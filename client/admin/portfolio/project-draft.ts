import { deskMessages } from '#shared/desk-messages.ts';
import { readId } from '#shared/id.ts';
import type { Project } from '#shared/schemas/project.ts';
import { draftImage } from '../shared/publish/draft-image.ts';
import type { FormDraft } from '../shared/publish/preview-calls.ts';
import type { ProjectValues } from './project-form.ts';
import { safeAddress } from './stored-images.ts';

/** What the form of a project holds, as a preview shows it. Rejects with `ApiError` for an image that cannot be read. */
export async function projectDraft(values: ProjectValues, stored: Project | undefined): Promise<FormDraft> {
  const images = (stored?.images ?? []).flatMap(({ image }) => safeAddress(image) ?? []);
  // One after the other: a picture takes much memory while it is made smaller.
  for (const file of values.images) images.push(await draftImage(file));
  const hasOtherVideo = values.video !== null || values.remove_video;
  return {
    draft: {
      title: values.title.trim(),
      description: values.description,
      project_url: values.project_url.trim(),
      category_id: readId(values.category_id) ?? null,
      images,
      video: hasOtherVideo ? null : (safeAddress(stored?.video) ?? null),
    },
    note: values.video ? deskMessages['preview.noVideo'] : undefined,
  };
}
