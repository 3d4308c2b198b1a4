import { Button } from '../../client/ui/Button.tsx';
import { Artwork } from '../../client/ui/gallery/Artwork.tsx';
import { Gallery, Lightbox } from '../../client/ui/gallery/Gallery.tsx';
import * as icons from '../../client/ui/icons.tsx';
import { Pattern } from '../../client/ui/Pattern.tsx';
import { Wordmark } from '../../client/ui/Wordmark.tsx';
import styles from '../gallery.module.css';
import { Held, type Pieces, pictures } from '../samples.tsx';

const images = Object.values(pictures).map((image, id) => ({ id, image }));

export const picturePieces: Pieces = {
  Artwork: {
    filled: (
      <div className={styles.picture}>
        <Artwork src={pictures.cinema} alt="A picture" seed="a" sizes="20rem" />
      </div>
    ),
  },
  Gallery: { 'several images': <Gallery images={images} title="Open-air cinema" seed="cinema" /> },
  Lightbox: {
    'several images': (
      <Held<number | undefined> start={undefined}>
        {(current, show) => (
          <>
            <Button onClick={() => show(0)}>Open-air cinema</Button>
            {current !== undefined && (
              <Lightbox
                images={images}
                seed="lightbox"
                title="Open-air cinema"
                current={current}
                onShow={show}
                onClose={() => show(undefined)}
              />
            )}
          </>
        )}
      </Held>
    ),
  },
  Pattern: {
    accent: (
      <div className={styles.picture}>
        <Pattern seed="Waiting rooms" palette="accent" />
      </div>
    ),
  },
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
