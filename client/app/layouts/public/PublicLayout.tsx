import { Outlet } from 'react-router-dom';
import { SkipLink } from '../../../ui/VisuallyHidden.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './PublicLayout.module.css';

/** Top navigation, page, footer (docs/product.md §2). */
export function Component() {
  return (
    <>
      <SkipLink />
      <Header />
      <main className={styles.main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
