import { Notice } from '../Notice.tsx';
import styles from './FilesField.module.css';

interface RefusedProps {
  /** Noun for one file of the field in the singular, e.g. "file" or "picture". */
  what: string;
  problems: readonly string[];
}

/** Lists the chosen files that were refused, and why. The other files are not affected. */
export function Refused({ what, problems }: RefusedProps) {
  if (problems.length === 0) return null;
  return (
    <Notice>
      {problems.length === 1 ? `One ${what} was not added:` : `${problems.length} ${what}s were not added:`}
      <ul className={styles.refused}>
        {problems.map((problem) => (
          <li key={problem} dir="auto">
            {problem}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
