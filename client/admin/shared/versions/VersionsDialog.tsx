import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { type Id, readId } from '#shared/id.ts';
import type { KeptResource, ListedVersion, Version, VersionValue } from '#shared/schemas/versions.ts';
import { translateError } from '../../../api/api-error.ts';
import { callOrThrow } from '../../../api/call.ts';
import { callQuery, listQuery } from '../../../api/call-query.ts';
import { inOrder, isLabelled, labelOf, listOfFields } from '../../../forms/field-labels.ts';
import { formatFullMoment } from '../../../ui/dates.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Loader } from '../../../ui/Loader.tsx';
import { notify } from '../../../ui/toast.ts';
import { useMay } from '../access.tsx';
import { choiceLabels } from '../job-labels.ts';
import { useLocalParams } from '../PagedList.tsx';
import { compareTexts } from './compare-texts.ts';
import { Compared, DifferenceHeads, FieldDifference } from './Differences.tsx';
import styles from './Versions.module.css';
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
export function restoreAsks(asks: string, dirty: boolean) {
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

  async function bringBack(id: Id) {
    const { problem } = await call(id);
    if (problem === undefined) notify.success(deskMessages['version.undone']);
    else notify.error(problem);
    await state.loadNewerVersion();
  }

  return async ({ id, number }: ListedVersion) => {
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

/**
 * Returns the fields that differ between two versions, as text. The description (`text` of a version) is not among
 * them, because it is compared separately.
 */
function changesBetween(before: Version, after: Version) {
  const names = inOrder([...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])]);
  return names
    .filter((field) => isLabelled(field))
    .map((field) => ({ field, before: wordsOf(before, field), after: wordsOf(after, field) }))
    .filter((change) => change.before !== change.after);
}

function wordsOf({ fields }: Version, field: string) {
  const value = fields[field] ?? null;
  if (field === 'category_id')
    return typeof fields.category === 'string' ? fields.category : 'A deleted category';
  return choiceLabels[field]?.[String(value)] ?? textOf(value);
}

/** Returns a field's value as text. A picture is shown by its file name. */
function textOf(value: VersionValue) {
  if (Array.isArray(value)) return value.map(fileName).join(', ');
  return typeof value === 'string' && /^\/(?!\/)/.test(value) ? fileName(value) : String(value ?? '');
}

function fileName(address: string) {
  return address.split('?', 1)[0]?.split('/').at(-1) ?? address;
}

/** One complete version. Versions never change. */
const versionQuery = (id: Id) =>
  callQuery('getVersion', { params: { id } }, { staleTime: Number.POSITIVE_INFINITY });

interface CompareVersionsProps {
  version: ListedVersion;
  /** The versions with which this one can be compared. */
  others: readonly ListedVersion[];
}

/**
 * Two versions side by side, on a phone one below the other. The older version is first. Texts are shown without
 * markup.
 */
function CompareVersions({ version, others }: CompareVersionsProps) {
  const choices = others.filter(({ id }) => id !== version.id);
  const previous = choices.find(({ number }) => number < version.number) ?? choices[0];
  const [chosen, choose] = useState(previous?.id);
  const one = useQuery(versionQuery(version.id));
  const other = useQuery({ ...versionQuery(chosen ?? version.id), enabled: chosen !== undefined });
  const failed = [one, other].find(({ isError }) => isError);
  if (!previous) return <p>There is no other version to compare this one with.</p>;
  return (
    <div className="stack5">
      <Select
        label="Compare with"
        value={String(chosen)}
        options={choices.map(({ id, number, at }) => ({
          value: String(id),
          label: `Version ${number}, ${formatFullMoment(at)}`,
        }))}
        onChange={(event) => choose(readId(event.currentTarget.value))}
      />
      {failed ? (
        <ErrorState
          level={3}
          title="These versions could not be loaded"
          text={translateError(failed.error).message}
          onRetry={() => void failed.refetch()}
          busy={failed.isFetching}
        />
      ) : one.data && other.data ? (
        <Differences versions={[one.data, other.data]} />
      ) : (
        <Loader label="Loading the versions" />
      )}
    </div>
  );
}

function Differences({ versions }: { versions: [Version, Version] }) {
  const [before, after] = [...versions].sort((one, other) => one.number - other.number) as [Version, Version];
  const fields = changesBetween(before, after);
  const texts = useQuery({
    queryKey: ['comparedVersions', before.id, after.id],
    queryFn: () => compareTexts(before.text, after.text),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <div className="stack5">
      <DifferenceHeads
        heads={[before, after].map(({ number, at, who }) => ({
          title: `Version ${number}`,
          note: `${formatFullMoment(at)}${who ? ` · ${who}` : ''}`,
        }))}
      />
      {fields.map(({ field, ...values }) => (
        <FieldDifference key={field} label={labelOf(field)} {...values} />
      ))}
      <section className="stack2" aria-label={labelOf('description')}>
        <h4 className="note">{labelOf('description')}</h4>
        {!texts.data ? (
          <Loader label="Comparing the texts" />
        ) : texts.data.some(({ kind }) => kind) ? (
          <Compared pieces={texts.data} />
        ) : (
          <p className={styles.same}>The words are the same. Formatting is not compared.</p>
        )}
      </section>
    </div>
  );
}
