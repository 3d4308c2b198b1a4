import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import { readableBytes } from '#shared/limits.ts';
import type { StoredPicture } from '#shared/schemas/picture.ts';
import { ownScript } from '#shared/text-direction.ts';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import { type ListParams, PagedList, Placeholders } from '../PagedList.tsx';
import styles from './PictureGrid.module.css';
import { picturesQuery } from './queries.ts';

interface PictureListProps {
  params: ListParams & { filters: Parameters<typeof picturesQuery>[0] };
  empty: ComponentProps<typeof PagedList>['empty'];
  /** Wraps the card of a picture in a button, or in a label with its checkbox. */
  children: (picture: StoredPicture, card: ReactNode) => ReactNode;
}

/** Pictures of the library, side by side, page by page. */
export function PictureList({ params, empty, children }: PictureListProps) {
  return (
    <PagedList
      list={useQuery(picturesQuery(params.filters))}
      params={params}
      what="pictures"
      one="picture"
      skeleton={<Placeholders what="the pictures" className={styles.grid} heights={Array(8).fill('13rem')} />}
      announce
      searches="file names and alt texts"
      empty={empty}
    >
      {(pictures, stale) => (
        <ul className={styles.grid} aria-label="Pictures" aria-busy={stale || undefined}>
          {pictures.map((picture) => (
            <li key={picture.id} className={styles.item}>
              {children(picture, <PictureCard picture={picture} />)}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
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
