import { categoryPath } from '#shared/category-path.ts';
import type { Category } from '#shared/schemas/category.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './FieldMosaic.module.css';
import { fieldImage, projectsCounted } from './field-words.ts';
import { Plate } from './Plate.tsx';
import { fieldArt } from './transition-names.ts';

/** Fields as plates, wide and narrow by turns; a last one alone stands across the page. */
export function FieldMosaic({ fields }: { fields: readonly Category[] }) {
  return (
    <div className={styles.mosaic}>
      {fields.map((field, index) => (
        <Plate
          key={field.id}
          className={styles.tile}
          to={categoryPath(field.title)}
          title={field.title}
          level={2}
          image={fieldImage(field)}
          seed={`field-${field.id}`}
          note={projectsCounted(field.projects_count)}
          eager={index < 2}
          transitionName={fieldArt(field.id)}
        />
      ))}
    </div>
  );
}

export function FieldMosaicPlaces() {
  return (
    <div className={styles.mosaic}>
      <VisuallyHidden role="status">Loading fields…</VisuallyHidden>
      {['one', 'two', 'three', 'four'].map((place) => (
        <div key={place} className={styles.tile}>
          <Skeleton height="100%" />
        </div>
      ))}
    </div>
  );
}
