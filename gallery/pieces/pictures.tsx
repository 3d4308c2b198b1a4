import { type ComponentProps, useState } from 'react';
import { SiteInfoContext } from '../../client/site-info.ts';
import { Button } from '../../client/ui/Button.tsx';
import { Artwork } from '../../client/ui/gallery/Artwork.tsx';
import { Gallery } from '../../client/ui/gallery/Gallery.tsx';
import { Lightbox } from '../../client/ui/gallery/Lightbox.tsx';
import * as icons from '../../client/ui/icons.tsx';
import { Pattern } from '../../client/ui/Pattern.tsx';
import { Wordmark } from '../../client/ui/Wordmark.tsx';
import type { Group } from '../piece.ts';
import { company, long, origin, pictures, urdu } from '../samples.ts';
import styles from './specimens.module.css';

const images = Object.values(pictures).map((image, id) => ({ id, image }));
const logo = { src: pictures.poster, width: 600, height: 800 };

export const pictureGroup: Group = {
  name: 'Pictures',
  pieces: [
    {
      name: 'Artwork',
      file: 'gallery/Artwork.tsx',
      about: 'A picture that fills the place it is given. Without one a pattern stands there.',
      states: {
        filled: <Framed src={pictures.cinema} alt="An open-air cinema" seed="a" />,
        whole: <Framed src={pictures.poster} alt="A poster" seed="b" whole />,
        'no picture': <Framed src={null} alt="" seed="no picture" />,
        'a picture of another site': (
          <Framed src="https://studio.example/a.png" alt="A harbour" seed="other" />
        ),
      },
    },
    {
      name: 'Gallery',
      file: 'gallery/Gallery.tsx',
      about: 'Images one at a time: swiped, chosen, moved by arrow keys, or as large as the window.',
      states: {
        'several images': <Gallery images={images} title="Open-air cinema" seed="cinema" />,
        'one image': <Gallery images={images.slice(1, 2)} title="Harbour" seed="harbour" />,
        empty: <Gallery images={[]} title="A project without images" seed="none" />,
        Urdu: (
          <div lang="ur" dir="rtl">
            <Gallery images={images} title={urdu} seed="urdu" />
          </div>
        ),
      },
    },
    {
      name: 'Lightbox',
      file: 'gallery/Lightbox.tsx',
      about: 'One image as large as the window. Gallery opens it.',
      states: {
        'several images': <Enlarged images={images} title="Open-air cinema" />,
        'one image, long text': <Enlarged images={images.slice(0, 1)} title={long} />,
      },
    },
    {
      name: 'Pattern',
      file: 'Pattern.tsx',
      about: "The company's artwork: drawn from a seed, its own picture, or a plain ground.",
      states: {
        accent: <Drawn seed="accent" palette="accent" />,
        ink: <Drawn seed="ink" palette="ink" />,
        signal: <Drawn seed="signal" palette="signal" />,
        'of the seed’s own choosing': <Drawn seed="Waiting rooms" />,
        'more tiles': <Drawn seed="tiles" columns={14} rows={9} />,
        'a company with a picture': (
          <Branded artwork="picture" picture={{ src: pictures.harbour, width: 1200, height: 800 }}>
            <Drawn seed="x" hero />
          </Branded>
        ),
        'a company with a plain ground': (
          <Branded artwork="plain">
            <Drawn seed="x" />
          </Branded>
        ),
      },
    },
    {
      name: 'Wordmark',
      file: 'Wordmark.tsx',
      about: 'The sign of the company: name, logo or both.',
      states: {
        name: <Wordmark />,
        logo: (
          <Branded logo={logo}>
            <Wordmark />
          </Branded>
        ),
        'logo with the name': (
          <Branded logo={logo} logo_with_name>
            <Wordmark />
          </Branded>
        ),
        Urdu: (
          <SiteInfoContext value={{ site: { ...company, short_name: 'نقش' }, origin }}>
            <Wordmark />
          </SiteInfoContext>
        ),
      },
    },
    {
      name: 'icons',
      file: 'icons.tsx',
      about: 'Drawn in the colour of the text. The control around one has the name.',
      wide: true,
      states: { all: <Icons /> },
    },
  ],
};

function Framed(props: Omit<ComponentProps<typeof Artwork>, 'sizes'>) {
  return (
    <div className={styles.picture}>
      <Artwork {...props} sizes="20rem" />
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

type BrandedProps = Partial<typeof company.brand> & { children: React.ReactNode };

function Branded({ children, ...brand }: BrandedProps) {
  const site = { ...company, brand: { ...company.brand, ...brand } };
  return <SiteInfoContext value={{ site, origin }}>{children}</SiteInfoContext>;
}

function Enlarged(props: Pick<ComponentProps<typeof Lightbox>, 'images' | 'title'>) {
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState(0);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {props.images.length === 1 ? 'Enlarge one image' : 'Enlarge several images'}
      </Button>
      {open && (
        <Lightbox
          {...props}
          seed="lightbox"
          current={current}
          onShow={setCurrent}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Icons() {
  return (
    <ul className={styles.icons}>
      {Object.entries(icons).map(([name, Icon]) => (
        <li key={name} className={styles.icon}>
          <Icon />
          {name}
        </li>
      ))}
    </ul>
  );
}
