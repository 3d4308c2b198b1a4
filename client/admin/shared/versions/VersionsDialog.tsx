import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { KeptResource, ListedVersion } from '#shared/schemas/versions.ts';
import { translateError } from '../../../api/api-error.ts';
import { callOrThrow } from '../../../api/call.ts';
import { listQuery } from '../../../api/call-query.ts';
import { listOfFields } from '../../../forms/field-labels.ts';
import { notify } from '../../../ui/toast.ts';
import { useLocalParams } from '../list-params.ts';
import { useMay } from '../rights.ts';
import { CompareVersions } from './CompareVersions.tsx';
import { VersionsFrame } from './VersionsFrame.tsx';

interface VersionsDialogProps {
  /** The record whose versions are shown. */
  resource: KeptResource;
  id: Id;
  /** State of the form that edits the record. */
  state: {
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

/** The versions of a record. Two can be compared, and one can be restored. */
export default function VersionsDialog({ resource, id, state, refresh, onClose }: VersionsDialogProps) {
  const params = useLocalParams();
  const { page } = params.filters;
  const list = useQuery(listQuery('getVersions', { resource, id, page }));
  const newest = page === 1 ? list.data?.data[0]?.id : undefined;
  const restore = useRestore({ state, refresh });
  return (
    <VersionsFrame<ListedVersion>
      newest={newest}
      mayRestore={useMay()('restoreVersion', resource)}
      asks={restoreAsks(deskMessages['version.restoreAsks'], state.dirty)}
      restore={restore}
      onClose={onClose}
      comparison={(version) => <CompareVersions version={version} others={list.data?.data ?? []} />}
      list={list}
      params={params}
      window={3}
      whenStored="The next save with changes stores the current state and the new one."
    />
  );
}

/** Returns the text of the question before a restore; it says that input that is not saved stays. */
export function restoreAsks(asks: string, dirty: boolean): string {
  return dirty ? `${asks} ${deskMessages['version.typedStays']}` : asks;
}

/** Restores a version, reports parts that could not be restored, and offers undo. */
function useRestore({ state, refresh }: Pick<VersionsDialogProps, 'state' | 'refresh'>) {
  const queries = useQueryClient();

  /** Returns the answer, or why the version was not restored. */
  async function call(id: Id, version?: string) {
    try {
      const { data } = await callOrThrow('restoreVersion', {
        params: { id },
        body: { updated_at: version },
      });
      return { data };
    } catch (error) {
      return { problem: translateError(error).message };
    } finally {
      void queries.invalidateQueries({ queryKey: ['getVersions'] });
      refresh();
    }
  }

  async function bringBack(id: Id): Promise<void> {
    const { problem } = await call(id);
    if (problem === undefined) notify.success(deskMessages['version.undone']);
    else notify.error(problem);
    await state.loadNewerVersion();
  }

  return async ({ id, number }: ListedVersion): Promise<string | undefined> => {
    const { data, problem } = await call(id, state.version);
    if (problem !== undefined) return problem;
    await state.loadNewerVersion();
    const { before, kept = [] } = data ?? {};
    if (before) notify.undo(`Version ${number} restored`, () => void bringBack(before));
    else notify.info(deskMessages['version.same']);
    if (kept.length > 0)
      notify.info(
        `${listOfFields(kept)}: the file of version ${number} no longer exists, so the current one stays.`,
      );
    return undefined;
  };
}
