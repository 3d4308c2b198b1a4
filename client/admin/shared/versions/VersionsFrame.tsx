import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PagedList, type PagedListProps } from '../PagedList.tsx';
import { useQuestion } from '../use-question.tsx';
import { type ShownVersion, VersionList } from './VersionList.tsx';

interface VersionsFrameProps<Version extends ShownVersion>
  extends Pick<PagedListProps<Version>, 'list' | 'params' | 'window'>,
    Pick<ComponentProps<typeof VersionList<Version>>, 'listOf'> {
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
  const { list, params, window, listOf, whenStored, comparison, newest, mayRestore, asks, restore, onClose } =
    props;
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
              <VersionList
                versions={versions}
                stale={stale}
                newest={newest}
                onCompare={compare}
                onRestore={mayRestore ? ask : undefined}
                listOf={listOf}
              />
            )}
          </PagedList>
        )}
      </Dialog>
      {question}
    </>
  );
}
