/**
 * What the form of a project holds, under the names on the wire (docs/product.md §7). Numbers are text: they are typed in.
 */
export interface ProjectValues {
  title: string;
  category_id: string;
  v_order: string;
  project_url: string;
  description: string;
  /** The images to add; those that the project has are no part of the form. */
  images: File[];
  /** Null when none is chosen: the form library takes `undefined` for "no change". */
  video: File | null;
  /** The stored video is to go. */
  remove_video: boolean;
}

/** docs/product.md §7, addProject: title, category_id, description, project_url, v_order, optional video, images[{index}]. */
export function addProjectForm(values: ProjectValues): FormData {
  const form = texts(values);
  appendFiles(form, values);
  return form;
}

/**
 * updateProject: as addProject. `remove_video` takes the stored video away, unless another one takes its place; `version`
 * is the `updated_at` that the edit began with; without it, what is stored is overwritten.
 */
export function updateProjectForm(values: ProjectValues, version: string | undefined): FormData {
  const form = texts(values);
  if (values.remove_video && !values.video) form.append('remove_video', '1');
  if (version) form.append('updated_at', version);
  appendFiles(form, values);
  return form;
}

function texts(values: ProjectValues): FormData {
  const form = new FormData();
  form.append('title', values.title.trim());
  form.append('category_id', values.category_id);
  form.append('description', values.description);
  form.append('project_url', values.project_url.trim());
  form.append('v_order', values.v_order.trim());
  return form;
}

function appendFiles(form: FormData, { video, images }: ProjectValues): void {
  if (video) form.append('video', video, video.name);
  for (const [index, image] of images.entries()) form.append(`images[${index}]`, image, image.name);
}
