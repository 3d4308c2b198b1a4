import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { ListedSiteVersion, SavedSite } from '#shared/schemas/saved-site.ts';
import { translateError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { formatFullMoment } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ListFailed } from '../shared/ListFailed.tsx';
import { DifferenceHeads, FieldDifference } from '../shared/versions/Differences.tsx';
import { VersionList, VersionListSkeleton } from '../shared/versions/VersionList.tsx';
import { listOfSiteFields } from './fields.ts';
import { siteChanges } from './site-changes.ts';
import type { SiteFormState } from './site-form.ts';

interface SiteVersionsDialogProps {
  state: SiteFormState;
  /** The site that is stored now. */
  present: SavedSite;
  onClose: () => void;
}

/** The last versions of the site. Each can be compared with the present site, and restored. */
export default function SiteVersionsDialog({ state, present, onClose }: SiteVersionsDialogProps) {
  const [compared, compare] = useState<ListedSiteVersion>();
  const [asked, ask] = useState<ListedSiteVersion>();
  const list = useQuery({
    queryKey: ['getSiteVersions'],
    queryFn: ({ signal }) => readApi('getSiteVersions', { signal }),
  });
  const { number: newest, at: newestAt } = newestOf(list.data);
  const mayRestore = !present.read_only;
  const restoring = useRestore(state, onClose, list.refetch);

  const restore = () => restoring.restore(asked, newestAt, () => ask(undefined));
  return (
    <>
      <Dialog
        open
        size="large"
        title={compared ? `Version ${compared.number}` : 'Versions'}
        onClose={compared ? () => compare(undefined) : onClose}
        footer={
          compared ? (
            <>
              <Button variant="quiet" onClick={() => compare(undefined)}>
                All versions
              </Button>
              {mayRestore && compared.number !== newest && (
                <Button onClick={() => ask(compared)}>Restore version {compared.number}</Button>
              )}
            </>
          ) : (
            <Button variant="quiet" onClick={onClose}>
              Close
            </Button>
          )
        }
      >
        {restoring.problem && <Notice>{restoring.problem}</Notice>}
        {compared ? (
          <Comparison version={compared} present={present} />
        ) : list.data ? (
          list.data.length > 0 ? (
            <VersionList
              versions={list.data.map(asListed)}
              stale={list.isFetching}
              newest={newest}
              onCompare={compare}
              onRestore={mayRestore ? ask : undefined}
              listOf={listOfSiteFields}
            />
          ) : (
            <EmptyState
              level={3}
              title="No versions yet"
              text="Each save stores a version, the last 50 stay."
            />
          )
        ) : list.error ? (
          <ListFailed
            what="versions"
            error={list.error}
            onRetry={() => void list.refetch()}
            busy={list.isFetching}
          />
        ) : (
          <VersionListSkeleton />
        )}
      </Dialog>
      <ConfirmDialog
        open={asked !== undefined}
        title={`Restore version ${asked?.number ?? ''}?`}
        text={`${deskMessages['site.restoreAsks']}${state.dirty ? ` ${deskMessages['version.typedStays']}` : ''}`}
        confirmLabel="Restore"
        destroys={false}
        busyLabel="Restoring..."
        onConfirm={restore}
        onCancel={() => ask(undefined)}
      />
    </>
  );
}

function newestOf(versions: readonly ListedSiteVersion[] | undefined): Partial<ListedSiteVersion> {
  return versions?.[0] ?? {};
}

/** Restores a version. After a refusal the list is read again, since another owner may have saved meanwhile. */
function useRestore(state: SiteFormState, onDone: () => void, readAgain: () => Promise<unknown>) {
  const [problem, setProblem] = useState<string>();
  async function restore(
    version: ListedSiteVersion | undefined,
    over: string | undefined,
    onAnswer: () => void,
  ): Promise<void> {
    if (!version) return;
    const reason = await restoreVersion(state, version.number, over);
    setProblem(reason);
    onAnswer();
    if (reason === undefined) onDone();
    else await readAgain();
  }
  return { problem, restore };
}

/**
 * Saves the values of a version in place of the newest one in the list, which was saved at `over`. Returns why that
 * failed; undefined if it is done.
 */
async function restoreVersion(
  state: SiteFormState,
  number: number,
  over: string | undefined,
): Promise<string | undefined> {
  try {
    const { site } = await readApi('getSiteVersion', { params: { id: number } });
    const outcome = await state.replaceBy(site, {
      over,
      done: `Version ${number} restored. Visitors see it now.`,
    });
    return outcome.done ? undefined : outcome.reason;
  } catch (error) {
    return translateError(error).message;
  }
}

function asListed(version: ListedSiteVersion) {
  return { ...version, id: version.number, kind: 'saved' as const, restored: null };
}

interface ComparisonProps {
  version: ListedSiteVersion;
  present: SavedSite;
}

function Comparison({ version, present }: ComparisonProps) {
  const { number, at, who } = version;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['getSiteVersion', number],
    queryFn: ({ signal }) => readApi('getSiteVersion', { params: { id: number }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) {
    if (!error) return <Loader label="Loading the version" />;
    return (
      <ErrorState
        level={3}
        title="The version could not be loaded"
        text={translateError(error).message}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  const changes = siteChanges(data.site, present.site);
  if (changes.length === 0) return <p>This version has the same values as the present site.</p>;
  return (
    <>
      <DifferenceHeads
        heads={[
          { title: `Version ${number}`, note: `${formatFullMoment(at)}${who ? ` · ${who}` : ''}` },
          { title: 'Now', note: formatFullMoment(present.updated_at) },
        ]}
      />
      {changes.map(({ path, ...change }) => (
        <FieldDifference key={path} {...change} />
      ))}
    </>
  );
}
