import type { Id } from '#shared/id.ts';
import type { ListedVersion } from '#shared/schemas/versions.ts';
import { listOfFields } from '../../../forms/field-labels.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatFullMoment } from '../../../ui/dates.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import rows from '../rows.module.css';
import styles from './Versions.module.css';

/** The parts of a version that the list shows. */
export type ShownVersion = Pick<
  ListedVersion,
  'id' | 'number' | 'kind' | 'at' | 'who' | 'changed' | 'restored'
>;

interface VersionListProps<Version extends ShownVersion> {
  versions: readonly Version[];
  stale: boolean;
  /** Id of the newest version, i.e. of the current content. */
  newest: Id | undefined;
  onCompare: (version: Version) => void;
  /** Undefined for a role that may not restore versions. */
  onRestore: ((version: Version) => void) | undefined;
  /** Returns the labels of fields as a text. By default, the labels of the entities (shared/entities). */
  listOf?: (fields: readonly string[]) => string;
}

/** The versions of a record, newest first, each with its person, time and change. */
export function VersionList<Version extends ShownVersion>(props: VersionListProps<Version>) {
  const { versions, stale, newest, onCompare, onRestore, listOf = listOfFields } = props;
  return (
    <ul className={rows.ruled} aria-label="Versions" aria-busy={stale || undefined}>
      {versions.map((version) => (
        <li key={version.id}>
          <div className={styles.facts}>
            <p className={styles.when}>
              <span className={styles.number}>{version.number}</span>
              <time dateTime={version.at}>{formatFullMoment(version.at)}</time>
              {version.id === newest && <span className={styles.now}>Now</span>}
            </p>
            <p className={styles.what} dir="auto">
              {storyOf(version, listOf(version.changed))}
            </p>
          </div>
          <div className="line2">
            <Button variant="quiet" onClick={() => onCompare(version)}>
              Compare<VisuallyHidden> version {version.number}</VisuallyHidden>
            </Button>
            {onRestore && version.id !== newest && (
              <Button variant="quiet" onClick={() => onRestore(version)}>
                Restore<VisuallyHidden> version {version.number}</VisuallyHidden>
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function storyOf({ kind, who, restored }: ShownVersion, what: string): string {
  const by = who ? ` by ${who}` : '';
  if (kind === 'added') return `Added${by}`;
  if (kind === 'restored') return `Version ${restored ?? ''} restored${by}${what && `: ${what}`}`;
  if (kind === 'found') return what ? `Changed outside of the form${by}: ${what}` : `As it was before${by}`;
  return `Saved${by}${what && `: ${what}`}`;
}
