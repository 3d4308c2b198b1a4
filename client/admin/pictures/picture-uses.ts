import { pathTo } from '#shared/paths.ts';
import type { PictureUse } from '#shared/schemas/picture.ts';
import { formNameOf } from '../../forms/open-form.ts';

const fieldLabels: Record<PictureUse['field'], string> = {
  blog_image: 'cover image',
  share_image: 'share image',
  images: 'image',
  image: 'image',
  tech_image: 'technology logo',
};

const kindLabels: Record<PictureUse['kind'], string> = {
  blog: 'Post',
  project: 'Project',
  category: 'Category',
  team: 'Team member',
};

/** Describes a place that uses a picture: "Post, cover image". */
export function placeText({ kind, field }: PictureUse): string {
  return `${kindLabels[kind]}, ${kind === 'team' ? 'photo' : fieldLabels[field]}`;
}

/**
 * Returns the URL of the screen where this use of the picture can be edited. For a deleted record, the URL of the
 * trash.
 */
export function addressOfUse({ kind, id, category_id: category, is_deleted: deleted }: PictureUse): string {
  if (deleted === 1) return pathTo('adminTrash');
  const addresses: Record<PictureUse['kind'], () => string> = {
    blog: () => `${pathTo('adminBlogs')}?form=${formNameOf(id)}`,
    project: () =>
      category === undefined
        ? pathTo('adminPortfolio')
        : `${pathTo('adminProjects', { id: category })}?form=${formNameOf(id)}`,
    category: () => `${pathTo('adminPortfolio')}?form=${formNameOf(id)}`,
    team: () => `${pathTo('adminTeam')}?form=${formNameOf(id)}`,
  };
  return addresses[kind]();
}
