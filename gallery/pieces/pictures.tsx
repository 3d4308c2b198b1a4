import type { ComponentProps, ReactNode } from 'react';
import { SiteInfoContext } from '../../client/site-info.ts';
import { Button } from '../../client/ui/Button.tsx';
import { Artwork } from '../../client/ui/gallery/Artwork.tsx';
import { Gallery } from '../../client/ui/gallery/Gallery.tsx';
import { Lightbox } from '../../client/ui/gallery/Lightbox.tsx';
import * as icons from '../../client/ui/icons.tsx';
import { Pattern } from '../../client/ui/Pattern.tsx';
import { Wordmark } from '../../client/ui/Wordmark.tsx';
import styles from '../gallery.module.css';
import { company, Held, long, origin, type Pieces, pictures, states, urdu } from '../samples.tsx';

const images = Object.values(pictures).map((image, id) => ({ id, image }));
const logo = { src: pictures.poster, width: 600, height: 800 };

function Framed(props: ComponentProps<typeof Artwork>) {
  return (
    <div className={styles.picture}>
      <Artwork {...props} />
    </div>
  );
}

function Drawn({ brand, ...props }: ComponentProps<typeof Pattern> & { brand?: typeof company.brand }) {
  const drawn = (
    <div className={styles.picture}>
      <Pattern {...props} />
    </div>
  );
  return branded({ brand }, drawn);
}

const branded = (own: { brand?: typeof company.brand; short_name?: string }, children: ReactNode) => (
  <SiteInfoContext value={{ site: { ...company, ...own, brand: own.brand ?? company.brand }, origin }}>
    {children}
  </SiteInfoContext>
);

/** A button that opens images, with the beginning of their title as a label. */
function Enlarged(props: ComponentProps<typeof Lightbox>) {
  return (
    <Held<number | undefined> start={undefined}>
      {(current, show) => (
        <>
          <Button onClick={() => show(0)}>{props.title.slice(0, 24)}</Button>
          {current !== undefined && (
            <Lightbox {...props} current={current} onShow={show} onClose={() => show(undefined)} />
          )}
        </>
      )}
    </Held>
  );
}

export const picturePieces: Pieces = {
  Artwork: states(
    Framed,
    { alt: 'A picture', sizes: '20rem' },
    {
      filled: { src: pictures.cinema, seed: 'a' },
      whole: { src: pictures.poster, seed: 'b', whole: true },
      'no picture': { src: null, alt: '', seed: 'no picture' },
      'a picture of another site': { src: 'https://studio.example/a.png', seed: 'other' },
    },
  ),
  Gallery: states(
    Gallery,
    { images },
    {
      'several images': { title: 'Open-air cinema', seed: 'cinema' },
      'one image': { images: images.slice(1, 2), title: 'Harbour', seed: 'harbour' },
      empty: { images: [], title: 'A project without images', seed: 'none' },
      Urdu: { title: urdu, seed: 'urdu' },
    },
  ),
  Lightbox: states(
    Enlarged,
    { images, seed: 'lightbox' },
    {
      'several images': { title: 'Open-air cinema' },
      'one image, long text': { images: images.slice(0, 1), title: long },
    },
  ),
  Pattern: states(
    Drawn,
    { seed: 'Waiting rooms' },
    {
      accent: { palette: 'accent' },
      ink: { palette: 'ink' },
      signal: { palette: 'signal' },
      'of the seed’s own choosing': {},
      'a company with a picture': {
        hero: true,
        brand: {
          ...company.brand,
          artwork: 'picture',
          picture: { src: pictures.harbour, width: 1200, height: 800 },
        },
      },
      'a company with a plain ground': { brand: { ...company.brand, artwork: 'plain' } },
    },
  ),
  Wordmark: {
    name: <Wordmark />,
    logo: branded({ brand: { ...company.brand, logo } }, <Wordmark />),
    'logo with the name': branded({ brand: { ...company.brand, logo, logo_with_name: true } }, <Wordmark />),
    Urdu: branded({ short_name: 'نقش' }, <Wordmark />),
  },
  icons: {
    all: (
      <ul className={styles.tiles}>
        {Object.entries(icons).map(([name, Icon]) => (
          <li key={name}>
            <Icon /> {name}
          </li>
        ))}
      </ul>
    ),
  },
};
