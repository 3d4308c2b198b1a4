import { useQueryClient } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import { pictureChangeSchema, type StoredPicture } from '#shared/schemas/picture.ts';
import { callApi } from '../../api/call.ts';
import { problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import { pictureToEditQuery, refreshPictures } from '../shared/pictures/queries.ts';

/** Values of a picture's form. The focal point is held as text, because it can also be typed. */
interface PictureValues {
  name: string;
  alt: string;
  focus_x: string;
  focus_y: string;
}

const fields = ['name', 'alt', 'focus_x', 'focus_y'] as const;

const resolver = resolverOf((values: PictureValues) =>
  problemsOf<PictureValues>(pictureChangeSchema, values),
);

/** State and actions of the form of one picture. */
export function usePictureForm(picture: StoredPicture, onDone: () => void) {
  const queries = useQueryClient();
  const { id } = picture;
  return useResourceForm<PictureValues>({
    draftKey: `picture:${id}`,
    stored: valuesOf(picture),
    version: picture.updated_at,
    resolver,
    fields,
    save: (values, { signal, version }) =>
      callApi('updatePicture', { params: { id }, body: { ...values, updated_at: version }, signal }),
    onSaved: () => {
      refreshPictures(queries);
      notify.success(deskMessages['picture.updated']);
      onDone();
    },
    reload: async () => {
      const newest = await queries.fetchQuery({ ...pictureToEditQuery(id), staleTime: 0 });
      return { stored: valuesOf(newest), version: newest.updated_at };
    },
  });
}

export type PictureFormState = ReturnType<typeof usePictureForm>;

function valuesOf({ name, alt, focus_x: x, focus_y: y }: StoredPicture): PictureValues {
  return { name, alt, focus_x: String(x), focus_y: String(y) };
}
