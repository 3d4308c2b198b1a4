import { isAllowedImage } from '#shared/html-policy.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { draftImage } from '../shared/publish/draft-image.ts';
import type { FormDraft } from '../shared/publish/preview-calls.ts';
import type { BlogValues } from './blog-form.ts';

/** What the form of a post holds, as a preview shows it. Rejects with `ApiError` for an image that cannot be read. */
export async function blogDraft(values: BlogValues, stored: Blog | undefined): Promise<FormDraft> {
  const image = stored?.blog_image;
  const kept = image && isAllowedImage(image) ? image : null;
  return {
    draft: {
      blog_title: values.blog_title.trim(),
      description: values.description,
      blog_image: values.blog_image ? await draftImage(values.blog_image) : kept,
    },
  };
}
