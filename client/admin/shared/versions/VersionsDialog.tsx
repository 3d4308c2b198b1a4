import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { ListedVersion } from '#shared/schemas/versions.ts';
import { callApi } from '../../../api/call.ts';
import { listQuery } from '../../../api/call-query.ts';
import { outcomeOf } from '../../../api/outcome.ts';
import { listOfFields } from '../../../forms/field-labels.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { notify } from '../../../ui/toast.ts';
import { useLocalParams } from '../list-params.ts';
import { PagedList } from '../PagedList.tsx';
import { useMay } from '../rights.ts';
import { CompareVersions } from './CompareVersions.tsx';
import type { Thing } from './queries.ts';
import { VersionList, VersionListSkeleton } from './VersionList.tsx';

export interface VersionsDialogProps extends Thing {
  /** State of the form that edits the record. */
  state: {
    busy: boolean;
    dirty: boolean;
    /** The `updated_at` on which the form is based. */
    version: string | undefined;
    /** Loads the stored version into the form. The input is set aside and can be restored. */
    loadNewerVersion: () => Promise<unknown>;
  };
  /** Invalidates the queries of lists that show the record. */
  refresh: () => void;
  onClose: () => void;
}

/**
 * Dialog with the versions of a post, a project or a job. Each has its person, time and changes. Two versions can be
 * compared, and one can be restored.
 */
export default function VersionsDialog({ resource, id, state, refresh, onClose }: VersionsDialogProps) {
  const params = useLocalParams();
  const { page } = params.filters;
  const [compared, compare] = useState<ListedVersion>();
  const [asked, ask] = useState<ListedVersion>();
  const list = useQuery(listQuery('getVersions', { resource, id, page }));
  const mayWrite = useMay()('restoreVersion', resource);
  const restoring = useRestore({ resource, id, state, refresh });
  const newest = page === 1 ? list.data?.data[0]?.id : undefined;
  const offersRestore = (version: ListedVersion) => mayWrite && version.id !== newest;

  const confirm = async () => {
    if (!asked) return;
    const done = await restoring.restore(asked);
    ask(undefined);
    if (done) onClose();
  };
  const versions = list.data?.data ?? [];
  return (
    <>
      <Dialog
        open
        size="large"
        title={compared ? `Version ${compared.number}` : 'Versions'}
        onClose={compared ? () => compare(undefined) : onClose}
        dismissable={!restoring.busy}
        footer={
          <>
            {compared && (
              <Button variant="quiet" onClick={() => compare(undefined)}>
                All versions
              </Button>
            )}
            {compared && offersRestore(compared) && (
              <Button onClick={() => ask(compared)}>Restore version {compared.number}</Button>
            )}
            {!compared && (
              <Button variant="quiet" onClick={onClose}>
                Close
              </Button>
            )}
          </>
        }
      >
        {restoring.problem && <Notice>{restoring.problem}</Notice>}
        {compared ? (
          <CompareVersions version={compared} others={versions} />
        ) : (
          <PagedList
            list={list}
            params={params}
            what="versions"
            one="version"
            window={3}
            skeleton={<VersionListSkeleton />}
            empty={{
              level: 3,
              title: 'No versions yet',
              text: 'The next save with changes stores the current state and the new one.',
            }}
          >
            {(listed, stale) => (
              <VersionList
                versions={listed}
                stale={stale}
                newest={newest}
                onCompare={compare}
                onRestore={mayWrite ? ask : undefined}
              />
            )}
          </PagedList>
        )}
      </Dialog>
      {asked && (
        <Dialog
          open
          role="alertdialog"
          title={`Restore version ${asked.number}?`}
          onClose={() => ask(undefined)}
          dismissable={!restoring.busy}
          footer={
            <>
              <Button
                variant="quiet"
                onClick={() => ask(undefined)}
                disabled={restoring.busy}
                data-focus-first
              >
                Cancel
              </Button>
              <Button onClick={() => void confirm()} busy={restoring.busy} busyLabel="Restoring...">
                Restore
              </Button>
            </>
          }
        >
          <p>{deskMessages['version.restoreAsks']}</p>
          {state.dirty && <p>{deskMessages['version.typedStays']}</p>}
        </Dialog>
      )}
    </>
  );
}

/** Restores a version, reports parts that could not be restored, and offers undo. */
function useRestore({ state, refresh }: Pick<VersionsDialogProps, 'state' | 'refresh'> & Thing) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const renew = () => {
    void queries.invalidateQueries({ queryKey: ['getVersions'] });
    refresh();
  };

  async function bringBack(id: Id): Promise<void> {
    const result = await outcomeOf(callApi('restoreVersion', { params: { id }, body: {} }));
    if (result.done) notify.success(deskMessages['version.undone']);
    else notify.error(result.reason);
    renew();
    await state.loadNewerVersion();
  }

  async function restore({ id, number }: ListedVersion): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    let answer: Awaited<ReturnType<typeof callApi<'restoreVersion'>>> | undefined;
    const call = async () => {
      answer = await callApi('restoreVersion', { params: { id }, body: { updated_at: state.version } });
      return answer;
    };
    const result = await outcomeOf(call());
    renew();
    if (result.done) await state.loadNewerVersion();
    setBusy(false);
    if (!result.done) {
      setProblem(result.reason);
      return false;
    }
    const { before, kept = [] } = answer?.data ?? {};
    if (before) notify.undo(`Version ${number} restored`, () => void bringBack(before));
    else notify.info(deskMessages['version.same']);
    if (kept.length > 0)
      notify.info(
        `${listOfFields(kept)}: the file of version ${number} no longer exists, so the current one stays.`,
      );
    return true;
  }
  return { restore, busy, problem };
}
