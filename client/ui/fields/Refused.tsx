import { Notice } from '../Notice.tsx';
import styles from './FilesField.module.css';

/** Which files were not taken, and why. The others are not touched. */
export function Refused({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice>
      {problems.length === 1 ? 'One file was not added:' : `${problems.length} files were not added:`}
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
