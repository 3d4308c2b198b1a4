import type { Category } from '#shared/schemas/category.ts';
import { LogoList } from '../LogoList.tsx';
import styles from './LogoStrip.module.css';

/** The technologies that a field works with. */
export function LogoStrip({ field }: { field: Category }) {
  if (field.tech_img.length === 0) return null;
  return (
    <section className={styles.strip} aria-labelledby="made-with">
      <h2 className={styles.heading} id="made-with">
        Made with
      </h2>
      <LogoList logos={field.tech_img} />
    </section>
  );
}
