import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { type Id, readId } from '#shared/id.ts';
import type { KeptResource, ListedVersion, Version, VersionValue } from '#shared/schemas/versions.ts';
import { translateError } from '../../../api/api-error.ts';
import { callOrThrow } from '../../../api/call.ts';
import { callQuery, listQuery } from '../../../api/call-query.ts';
import { inOrder, isLabelled, labelOf, listOfFields } from '../../../forms/field-labels.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatFullMoment } from '../../../ui/dates.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Loader } from '../../../ui/Loader.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { notify } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useMay } from '../access.tsx';
import { choiceLabels } from '../job-labels.ts';
import { PagedList, type PagedListProps, useLocalParams } from '../PagedList.tsx';
import rows from '../rows.module.css';
import { compareTexts, type Piece } from './compare-texts.ts';
import styles from './Versions.module.css';

interface VersionsProps {
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
export default function Versions({ resource, id, state, refresh, onClose }: VersionsProps) {
  const params = useLocalParams();
  const { page } = params.filters;
  const list = useQuery(listQuery('getVersions', { resource, id, page }));
  const newest = page === 1 ? list.data?.data[0]?.id : undefined;
  const restore = useRestore({ state, refresh });
  return (
    <VersionsFrame<ListedVersion>
      newest={newest}
      mayRestore={useMay()('restoreVersion', resource)}
      restores={deskMessages['version.restores']}
      dirty={state.dirty}
      restore={restore}
      onRestored={onClose}
      comparison={(version) => <CompareVersions version={version} others={list.data?.data ?? []} />}
      list={list}
      params={params}
      window={3}
      whenStored="The next save with changes stores the current state and the new one."
    />
  );
}

/** Restores a version, reports parts that could not be restored, and offers undo. */
function useRestore({ state, refresh }: Pick<VersionsProps, 'state' | 'refresh'>) {
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
          <p className="note">The words are the same. Formatting is not compared.</p>
        )}
      </section>
    </div>
  );
}

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
  /** Says what a restore brings back. */
  restores: string;
  /** True if the form has input that is not saved. */
  dirty: boolean;
  /** Restores a version, and offers to undo it. Returns why that failed; undefined if it is done. */
  restore: (version: Version) => Promise<string | undefined>;
  onRestored: () => void;
}

/** The versions of a record or of the site: a list, or a comparison. */
export function VersionsFrame<Version extends ShownVersion>(props: VersionsFrameProps<Version>) {
  const { list, params, window, listOf = listOfFields, whenStored, comparison } = props;
  const { newest, mayRestore, restores, dirty, restore, onRestored } = props;
  const [compared, compare] = useState<Version>();
  const [problem, setProblem] = useState<string>();
  const [restoring, setRestoring] = useState<Version['id']>();
  const head = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone with what was shown before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each of the two
  useEffect(() => {
    if (document.activeElement === document.body) head.current?.focus();
  }, [compared]);

  async function restoreNow(version: Version) {
    setRestoring(version.id);
    const reason = await restore(version);
    setRestoring(undefined);
    setProblem(reason);
    if (reason === undefined) onRestored();
    // The button that was pressed could not keep the focus while it was busy.
    else head.current?.focus();
  }
  const restoreButton = (version: Version, label: ReactNode) =>
    mayRestore &&
    version.id !== newest && (
      <Button
        variant="quiet"
        disabled={restoring !== undefined}
        busy={restoring === version.id}
        busyLabel="Restoring..."
        onClick={() => void restoreNow(version)}
      >
        {label}
      </Button>
    );

  /** Leaves the comparison; the dialog around it stays open. */
  function leave(event: KeyboardEvent) {
    if (!compared || event.key !== 'Escape') return;
    event.preventDefault();
    compare(undefined);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to Escape of what is in it
    <div className="stack4" onKeyDown={leave}>
      <div ref={head} className="stack3" tabIndex={-1}>
        {compared && <h3>Version {compared.number}</h3>}
        {mayRestore && (
          <p className="note">
            {restores} {dirty && deskMessages['version.typedStays']}
          </p>
        )}
        {compared && (
          <p className="row3">
            <Button variant="quiet" onClick={() => compare(undefined)}>
              All versions
            </Button>
            {restoreButton(compared, `Restore version ${compared.number}`)}
          </p>
        )}
      </div>
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
                    {restoreButton(
                      version,
                      <>
                        Restore<VisuallyHidden> version {version.number}</VisuallyHidden>
                      </>,
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      )}
    </div>
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

interface DifferenceHead {
  title: string;
  /** Shown below the title: the time and the person. */
  note: string;
}

/** The heads of the two compared versions, the older one first. */
export function DifferenceHeads({ heads }: { heads: readonly DifferenceHead[] }) {
  return (
    <div className={styles.heads}>
      {heads.map(({ title, note }) => (
        <h3 key={title} className={styles.head}>
          {title}
          <span className={styles.when}>{note}</span>
        </h3>
      ))}
    </div>
  );
}

interface FieldDifferenceProps {
  label: string;
  before: string;
  after: string;
}

/** A field that differs between two versions, with both values. */
export function FieldDifference({ label, before, after }: FieldDifferenceProps) {
  return (
    <section className="stack2" aria-label={label}>
      <h4 className="note">{label}</h4>
      <div className={styles.row}>
        <Compared pieces={[{ text: before, kind: 'removed' }]} />
        <Compared pieces={[{ text: after, kind: 'added' }]} />
      </div>
    </section>
  );
}

/** A text in which the pieces that only one of the versions has are marked. */
function Compared({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <p className={styles.side} dir="auto">
      {pieces.map(({ text, kind }, at) => {
        if (!kind || text === '') return text;
        const Mark = kind === 'removed' ? 'del' : 'ins';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a comparison never changes
          <Mark key={at} className={styles[kind]}>
            <VisuallyHidden>{` ${kind}: `}</VisuallyHidden>
            {text}
          </Mark>
        );
      })}
      {pieces.every(({ text }) => text === '') && <span className="note">Empty</span>}
    </p>
  );
}
