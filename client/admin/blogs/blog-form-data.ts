import type { Id } from '#shared/id.ts';
/** What the form of a post holds, under the names on the wire (docs/product.md §7). `is_active` is text: it is typed in. */
export interface BlogValues {
  blog_title: string;
  is_active: string;
  description: string;
  /** Null when none is chosen: the form library takes `undefined` for "no change". */
  blog_image: File | null;
}

/** docs/product.md §7, saveBlog: blog_title, is_active, description, blog_image, in this order. */
export function saveBlogForm(values: BlogValues): FormData {
  const form = texts(values);
  appendImage(form, values);
  return form;
}

/**
 * docs/product.md §7, editBlog: blog_title, is_active, description, blog_id, and blog_image when another one was chosen.
 * `version` is the `updated_at` that the edit began with; left out, the save wins over whatever is stored.
 */
export function editBlogForm(values: BlogValues, id: Id, version?: string | undefined): FormData {
  const form = texts(values);
  form.append('blog_id', String(id));
  if (version) form.append('updated_at', version);
  appendImage(form, values);
  return form;
}

function texts(values: BlogValues): FormData {
  const form = new FormData();
  form.append('blog_title', values.blog_title.trim());
  form.append('is_active', values.is_active.trim());
  form.append('description', values.description);
  return form;
}

function appendImage(form: FormData, { blog_image }: BlogValues): void {
  if (blog_image) form.append('blog_image', blog_image, blog_image.name);
}
