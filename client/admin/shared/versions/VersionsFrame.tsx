import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { ShownVersion } from './VersionList.tsx';

interface VersionsFrameProps<Version extends ShownVersion> {
  /** Renders the list. `onRestore` is undefined for who may not restore. */
  list: (onCompare: (version: Version) => void, onRestore?: (version: Version) => void) => ReactNode;
  /** Renders the comparison of a version with another one. */
  comparison: (version: Version) => ReactNode;
  /** Id of the newest version, i.e. of the current content. */
  newest: Version['id'] | undefined;
  mayRestore: boolean;
  /** What the question before a restore says. */
  asks: string;
  /** Restores a version. Returns why that failed; undefined if it is done. */
  restore: (version: Version) => Promise<string | undefined>;
  onClose: () => void;
}

/** Dialog with the versions of a record or of the site: a list, a comparison, and the question before a restore. */
export function VersionsFrame<Version extends ShownVersion>(props: VersionsFrameProps<Version>) {
  const { list, comparison, newest, mayRestore, asks, restore, onClose } = props;
  const [compared, compare] = useState<Version>();
  const [asked, ask] = useState<Version>();
  const [problem, setProblem] = useState<string>();

  async function confirm(): Promise<void> {
    const reason = asked && (await restore(asked));
    setProblem(reason);
    ask(undefined);
    if (reason === undefined) onClose();
  }

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
        {compared ? comparison(compared) : list(compare, mayRestore ? ask : undefined)}
      </Dialog>
      <ConfirmDialog
        open={asked !== undefined}
        title={`Restore version ${asked?.number ?? ''}?`}
        text={asks}
        confirmLabel="Restore"
        destroys={false}
        busyLabel="Restoring..."
        onConfirm={confirm}
        onCancel={() => ask(undefined)}
      />
    </>
  );
}
