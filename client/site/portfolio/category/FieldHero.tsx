import type { ReactNode } from 'react';
import { pathTo } from '#shared/paths.ts';
import type { Category } from '#shared/schemas/category.ts';
import { scriptOf } from '#shared/text-direction.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Artwork } from '../../../ui/gallery/Artwork.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { BackLink } from '../BackLink.tsx';
import { fieldImage, projectsCounted } from '../field-words.ts';
import { fieldArt } from '../transition-names.ts';
import styles from './FieldHero.module.css';

/** The name of the field on a sheet that lies on its print. */
export function FieldHero({ field }: { field: Category }) {
  const art = (
    <Artwork
      src={fieldImage(field)}
      alt=""
      seed={`field-${field.id}`}
      eager
      transitionName={fieldArt(field.id)}
    />
  );
  const counted = projectsCounted(field.projects_count);
  return <Hero title={field.title} art={art} note={counted && <bdi>{counted}</bdi>} />;
}

/** The address says the name before the answer comes. */
export function FieldHeroPlace({ title }: { title: string }) {
  return (
    <>
      <VisuallyHidden role="status">Loading the field…</VisuallyHidden>
      <Hero title={title} art={<Skeleton height="100%" />} note={<Skeleton width="6rem" />} />
    </>
  );
}

function Hero({ title, art, note }: { title: string; art: ReactNode; note: ReactNode }) {
  const { dir, lang } = scriptOf(title);
  return (
    <header className={styles.hero}>
      <div className={styles.print}>{art}</div>
      <div className={styles.back}>
        <BackLink to={pathTo('portfolio')}>All fields</BackLink>
      </div>
      <div className={styles.sheet} dir={dir}>
        <h1 className={classNames(styles.title, title.length > 24 && styles.long)} lang={lang}>
          {title}
        </h1>
        {note && <div className={styles.note}>{note}</div>}
      </div>
    </header>
  );
}
