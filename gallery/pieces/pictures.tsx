import type { ComponentProps } from 'react';
import { Button } from '../../client/ui/Button.tsx';
import { Artwork } from '../../client/ui/gallery/Artwork.tsx';
import { Gallery } from '../../client/ui/gallery/Gallery.tsx';
import { Lightbox } from '../../client/ui/gallery/Lightbox.tsx';
import * as icons from '../../client/ui/icons.tsx';
import { Pattern } from '../../client/ui/Pattern.tsx';
import { Wordmark } from '../../client/ui/Wordmark.tsx';
import styles from '../gallery.module.css';
import { Held, type Pieces, pictures, states } from '../samples.tsx';

const images = Object.values(pictures).map((image, id) => ({ id, image }));

function Framed(props: ComponentProps<typeof Artwork>) {
  return (
    <div className={styles.picture}>
      <Artwork {...props} />
    </div>
  );
}

function Drawn(props: ComponentProps<typeof Pattern>) {
  return (
    <div className={styles.picture}>
      <Pattern {...props} />
    </div>
  );
}

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
    },
  ),
  Gallery: states(
    Gallery,
    { images },
    {
      'several images': { title: 'Open-air cinema', seed: 'cinema' },
    },
  ),
  Lightbox: states(
    Enlarged,
    { images, seed: 'lightbox' },
    {
      'several images': { title: 'Open-air cinema' },
    },
  ),
  Pattern: states(
    Drawn,
    { seed: 'Waiting rooms' },
    {
      accent: { palette: 'accent' },
    },
  ),
  Wordmark: { name: <Wordmark /> },
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
