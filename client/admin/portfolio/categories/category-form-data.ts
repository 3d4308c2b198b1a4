/** What the form of a category holds, under the names on the wire (docs/product.md §7). */
export interface CategoryValues {
  title: string;
  /** Null when none is chosen: the form library takes `undefined` for "no change". */
  image: File | null;
  /** The logos to add; those that the category has are no part of the form. */
  tech_image: File[];
}

/** docs/product.md §7, addProjectCategory: title, image, tech_image[]. */
export function addCategoryForm(values: CategoryValues): FormData {
  const form = titleAndImage(values);
  for (const logo of values.tech_image) form.append('tech_image[]', logo, logo.name);
  return form;
}

/**
 * docs/product.md §7, updateProjectCategory: title, image when another one was chosen, tech_image[{index}][file]. `version`
 * is ours: the `updated_at` that the edit began with; without it, what is stored is overwritten.
 */
export function updateCategoryForm(values: CategoryValues, version: string | undefined): FormData {
  const form = titleAndImage(values);
  for (const [index, logo] of values.tech_image.entries()) {
    form.append(`tech_image[${index}][file]`, logo, logo.name);
  }
  if (version) form.append('updated_at', version);
  return form;
}

function titleAndImage({ title, image }: CategoryValues): FormData {
  const form = new FormData();
  form.append('title', title.trim());
  if (image) form.append('image', image, image.name);
  return form;
}
