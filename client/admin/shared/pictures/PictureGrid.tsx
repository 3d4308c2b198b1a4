import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Id } from '#shared/id.ts';
import { readableBytes } from '#shared/limits.ts';
import type { StoredPicture } from '#shared/schemas/picture.ts';
import { ownScript } from '#shared/text-direction.ts';
import { callQuery, fetchOncePerForm, listQuery } from '../../../api/call-query.ts';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import { DataList } from '../DataList.tsx';
import { type ListParams, Placeholders } from '../PagedList.tsx';
import styles from './PictureGrid.module.css';

/** Number of pictures per page. Fills complete rows of two, three, four or six pictures. */
const perPage = 24;

/** One page of the library. Always stale, because every form that stores a picture changes the library. */
const picturesQuery = (filters: ListParams['filters']) =>
  listQuery('getPictures', { ...filters, per_page: perPage }, { staleTime: 0 });

/** The picture to edit. */
export const pictureToEditQuery = (id: Id) =>
  queryOptions({ ...callQuery('getSinglePicture', { params: { id } }), ...fetchOncePerForm });

/** The places where a picture is used. */
export const pictureUsesQuery = (id: Id) => callQuery('getPictureUses', { params: { id } }, { staleTime: 0 });

interface PictureListProps {
  params: ListParams & { filters: Parameters<typeof picturesQuery>[0] };
  empty: ComponentProps<typeof DataList>['empty'];
  /** Wraps the card of a picture in a button, or in a label with its checkbox. */
  children: (picture: StoredPicture, card: ReactNode) => ReactNode;
}

/** Pictures of the library, side by side, page by page. */
export function PictureList({ params, empty, children }: PictureListProps) {
  return (
    <DataList
      list={useQuery(picturesQuery(params.filters))}
      params={params}
      name="Pictures"
      what="pictures"
      one="picture"
      skeleton={<Placeholders what="the pictures" className={styles.grid} heights={Array(8).fill('13rem')} />}
      announce
      searches="file names and alt texts"
      empty={empty}
      cards
      className={styles.grid}
      line={(picture) => children(picture, <PictureCard picture={picture} />)}
      lineClassName={styles.item}
    />
  );
}

function PictureCard({ picture }: { picture: StoredPicture }) {
  const { image, name, alt, width, height, bytes, uses } = picture;
  return (
    <>
      <span className={styles.picture}>
        {isAllowedImage(image) ? (
          <Picture src={image} alt="" sizes="14rem" largest={480} />
        ) : (
          <ImageIcon size={28} />
        )}
      </span>
      <span className={styles.name} {...ownScript(name)} title={name}>
        {name}
      </span>
      <span className="small">
        {width} × {height} · {readableBytes(bytes)}
      </span>
      <span className="small">
        {usesText(uses)}
        {alt === '' && ' · no alt text'}
      </span>
    </>
  );
}

/** Returns a text such as "used in 3 places". */
export function usesText(uses: number) {
  if (uses === 0) return 'not used';
  return uses === 1 ? 'used in 1 place' : `used in ${uses} places`;
}
