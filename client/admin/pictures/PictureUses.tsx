import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { PictureUse } from '#shared/schemas/picture.ts';
import { directionOf, languageOf } from '#shared/text-direction.ts';
import { labelOf } from '../../forms/field-labels.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { Loader } from '../../ui/Loader.tsx';
import { resourceLabels } from '../shared/activity/labels.ts';
import { FailedNote } from '../shared/ListFailed.tsx';
import { pictureUsesQuery } from '../shared/pictures/queries.ts';
import { recordAddress } from '../shared/record-address.ts';
import styles from './PictureForm.module.css';

/** Describes a place that uses a picture: "Post, cover image". */
function placeText({ kind, field }: PictureUse): string {
  if (kind === 'team') return 'Team member, photo';
  const fields: Record<string, string> = { images: 'image', tech_image: 'technology logo' };
  return `${resourceLabels[kind]}, ${fields[field] ?? labelOf(field).toLowerCase()}`;
}

/**
 * Returns the URL of the screen where this use of the picture can be edited. For a deleted record, the URL of the
 * trash.
 */
function addressOfUse({ kind, id, category_id: category, is_deleted: deleted }: PictureUse): string {
  if (deleted === 1) return pathTo('adminTrash');
  if (kind === 'category') return `${pathTo('adminPortfolio')}?form=${formNameOf(id)}`;
  return recordAddress(kind === 'team' ? 'team_member' : kind, id, category) ?? pathTo('adminPortfolio');
}

/** The places where a picture is used, each with a link. */
export function PictureUses({ id }: { id: Id }) {
  const query = useQuery(pictureUsesQuery(id));
  const { data: uses, error } = query;
  if (!uses && error) return <FailedNote what="uses of this picture" query={query} />;
  if (!uses) return <Loader label="Loading where it is used" />;
  if (uses.length === 0) return <p className="note">Nothing uses this picture.</p>;
  return (
    <ul className={styles.uses} aria-label="Where it is used">
      {uses.map((use) => {
        const { kind, id, field, title, is_deleted: deleted } = use;
        const called = title || `${kind} ${id}`;
        return (
          <li key={`${kind} ${id} ${field} ${deleted}`}>
            <Link to={addressOfUse(use)} dir={directionOf(called)} lang={languageOf(called)}>
              {called}
            </Link>{' '}
            <span className="note">
              {placeText(use)}
              {deleted === 1 && ', in the trash'}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
