import { type ReactNode, useState } from 'react';
import type { ListedVersion } from '#shared/schemas/versions.ts';
import { listOfFields } from '../../../forms/field-labels.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { formatFullMoment } from '../../../ui/dates.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useQuestion } from '../deletion.tsx';
import { PagedList, type PagedListProps } from '../PagedList.tsx';
import rows from '../rows.module.css';
import styles from './Versions.module.css';

interface VersionsFrameProps<Version extends ShownVersion>
  extends Pick<PagedListProps<Version>, 'list' | 'params' | 'window'> {
  /** Returns the labels of fields as a text. By default, the labels of the entities (shared/entities). */
  listOf?: (fields: readonly string[]) => string;
  /** Says in an empty list when versions are stored. */
  whenStored: string;
  /** Renders the comparison of a version with another one. */
  comparison: (version: Version) => ReactNode;
  /** Id of the newest version, i.e. of the current content. */
  newest: Version['id'] | undefined;
  mayRestore: boolean;
  /** The text of the question before a restore. */
  asks: string;
  /** Restores a version. Returns why that failed; undefined if it is done. */
  restore: (version: Version) => Promise<string | undefined>;
  onClose: () => void;
}

/** Dialog with the versions of a record or of the site: a list, a comparison, and the question before a restore. */
export function VersionsFrame<Version extends ShownVersion>(props: VersionsFrameProps<Version>) {
  const { list, params, window, listOf = listOfFields, whenStored, comparison } = props;
  const { newest, mayRestore, asks, restore, onClose } = props;
  const [compared, compare] = useState<Version>();
  const [problem, setProblem] = useState<string>();

  const [ask, question] = useQuestion((version: Version) => ({
    title: `Restore version ${version.number}?`,
    text: asks,
    confirmLabel: 'Restore',
    destroys: false,
    busyLabel: 'Restoring...',
    onConfirm: async () => {
      const reason = await restore(version);
      setProblem(reason);
      if (reason === undefined) onClose();
    },
  }));

  return (
    <>
      <Dialog
        open
        size="large"
        title={compared ? `Version ${compared.number}` : 'Versions'}
        onClose={compared ? () => compare(undefined) : onClose}
        footer={
          <>
            <Button variant="quiet" onClick={compared ? () => compare(undefined) : onClose}>
              {compared ? 'All versions' : 'Close'}
            </Button>
            {compared && mayRestore && compared.id !== newest && (
              <Button onClick={() => ask(compared)}>Restore version {compared.number}</Button>
            )}
          </>
        }
      >
        {problem && <Notice>{problem}</Notice>}
        {compared ? (
          comparison(compared)
        ) : (
          <PagedList
            list={list}
            params={params}
            what="versions"
            one="version"
            window={window}
            empty={{ level: 3, title: 'No versions yet', text: whenStored }}
          >
            {(versions, stale) => (
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
                      <Button variant="quiet" onClick={() => compare(version)}>
                        Compare<VisuallyHidden> version {version.number}</VisuallyHidden>
                      </Button>
                      {mayRestore && version.id !== newest && (
                        <Button variant="quiet" onClick={() => ask(version)}>
                          Restore<VisuallyHidden> version {version.number}</VisuallyHidden>
                        </Button>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </PagedList>
        )}
      </Dialog>
      {question}
    </>
  );
}

/** The parts of a version that the list shows. */
type ShownVersion = Pick<ListedVersion, 'id' | 'number' | 'kind' | 'at' | 'who' | 'changed' | 'restored'>;

function storyOf({ kind, who, restored }: ShownVersion, what: string) {
  const by = who ? ` by ${who}` : '';
  if (kind === 'added') return `Added${by}`;
  if (kind === 'restored') return `Version ${restored ?? ''} restored${by}${what && `: ${what}`}`;
  if (kind === 'found') return what ? `Changed outside of the form${by}: ${what}` : `As it was before${by}`;
  return `Saved${by}${what && `: ${what}`}`;
}
