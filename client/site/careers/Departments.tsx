import { Link } from 'react-router-dom';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Departments.module.css';

export interface DepartmentLink {
  name: string;
  /** Open positions. */
  count: number;
  to: string;
}

/** Departments that look for somebody, each with how many. One alone needs no choice. */
export function Departments({ departments }: { departments: readonly DepartmentLink[] }) {
  if (departments.length < 2) return null;
  return (
    <ul className={styles.list} aria-label="Departments">
      {departments.map(({ name, count, to }) => (
        <li key={name}>
          <Link className={styles.link} to={to}>
            <bdi>{name}</bdi>
            <span className={styles.count}>
              {count}
              <VisuallyHidden>{count === 1 ? ' position' : ' positions'}</VisuallyHidden>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
