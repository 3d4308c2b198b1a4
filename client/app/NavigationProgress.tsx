import { useNavigation } from 'react-router-dom';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './NavigationProgress.module.css';

/** A line at the top while the next page loads; a fast page comes before the line does. */
export function NavigationProgress() {
  const busy = useNavigation().state !== 'idle';
  return (
    <div role="status">
      {busy && (
        <>
          <div className={styles.line} />
          <VisuallyHidden>Loading…</VisuallyHidden>
        </>
      )}
    </div>
  );
}
