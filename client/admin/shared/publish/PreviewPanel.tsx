import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { contract } from '#shared/contract/index.ts';
import { jsonBodyBytes } from '#shared/contract/row.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { linkPath } from '#shared/link-paths.ts';
import { type PreviewLink, type PreviewResource, previewDays } from '#shared/schemas/preview.ts';
import { ApiError, reasonOf } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ArrowUpRightIcon, CheckIcon, CopyIcon } from '../../../ui/icons.tsx';
import { Loader } from '../../../ui/Loader.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { notify } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useCall, useQuestion } from '../calls.tsx';
import rows from '../rows.module.css';
import styles from './Publish.module.css';

/** Shows a draft as its public page in windows of several widths, and creates links to share it. */
export default function PreviewPanel(source: DraftSource) {
  return (
    <div className="stack4">
      <OwnLook {...source} />
      <ShareLinks {...source} />
    </div>
  );
}

/** Window sizes of common devices, in CSS pixels. */
const devices = [
  { name: 'Phone', width: 390, height: 844 },
  { name: 'Tablet', width: 820, height: 1180 },
  { name: 'Desktop', width: 1440, height: 900 },
] as const;

/**
 * The preview for this admin alone. It opens in new windows of a device's width. It cannot be shown in a frame,
 * because no page of this site may be framed (server/http/README.md).
 */
function OwnLook(source: DraftSource) {
  const { of, values } = source;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['ownPreview', of.resource, of.id ?? 'new'],
    queryFn: () => savePreview(source, { own: 1 }),
    // The preview is created when the tab opens and by "Try again", but not by a refetch in the background.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const href = linkPath('preview', data?.secret ?? '');
  const hasFiles = Object.values(values())
    .flat()
    .some((value) => value instanceof File);
  return (
    <section className={styles.part} aria-label="See it">
      <p>The page as visitors will see it, with the current content of the form. It works for an hour.</p>
      {hasFiles && <p className="note">{deskMessages['preview.noFiles']}</p>}
      {data ? (
        <ul className="row2">
          {devices.map(({ name, ...size }) => (
            <li key={name}>
              <a
                className={buttonClass({ variant: 'quiet' })}
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                onClick={(event) => openAs(event, size)}
              >
                {name} <ArrowUpRightIcon />
                <VisuallyHidden> (opens a window)</VisuallyHidden>
              </a>
            </li>
          ))}
        </ul>
      ) : error && !isFetching ? (
        <ErrorState
          title="The preview could not be created"
          text={reasonOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loader label="Creating the preview" />
      )}
    </section>
  );
}

/** Opens the link in a window of this size, unless a modifier key asks for a tab. */
function openAs(event: MouseEvent<HTMLAnchorElement>, { width, height }: { width: number; height: number }) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const features = `popup,noopener,noreferrer,width=${width},height=${height}`;
  window.open(event.currentTarget.href, '_blank', features);
}

const dayOptions = previewDays.map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}));

/** Links that show the draft to people without an account: a list of the active links, and a form for a new one. */
function ShareLinks(source: DraftSource) {
  const headingId = useId();
  const queries = useQueryClient();
  const [days, setDays] = useState<(typeof previewDays)[number]>(previewDays[1]);
  const query = previewLinksQuery(source.of);
  const links = useQuery(query);
  const renew = () => void queries.invalidateQueries({ queryKey: query.queryKey });
  const creation = useMutation({
    mutationFn: () => savePreview(source, { days }),
    onSettled: renew,
  });
  const update = useMutation({
    mutationFn: (link_id: Id) => savePreview(source, { link_id }),
    onSuccess: () => notify.success(deskMessages['preview.updated']),
    onSettled: renew,
  });
  const { make: revoke } = useCall(
    source.of.resource === 'job' ? 'revokeJobPreview' : 'revokeContentPreview',
    {
      done: deskMessages['preview.revoked'],
      refresh: renew,
    },
  );
  const [ask, question] = useQuestion(({ id }: PreviewLink) => ({
    title: 'Revoke this link?',
    text: deskMessages['preview.revokeAsks'],
    confirmLabel: 'Revoke',
    busyLabel: 'Revoking...',
    onConfirm: async () => {
      if ((await revoke({ params: { id } })) && creation.data?.id === id) creation.reset();
    },
  }));
  const problem = creation.error ?? update.error;
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading} tabIndex={-1}>
        Share a link
      </h3>
      <p>
        Anyone with the link sees this draft, without an account. It shows the current content of the form.
      </p>
      {problem && <Notice>{reasonOf(problem)}</Notice>}
      <div className={styles.make}>
        <Select
          label="Works for"
          options={dayOptions}
          value={String(days)}
          onChange={({ currentTarget }) => {
            const chosen = previewDays.find((each) => String(each) === currentTarget.value);
            if (chosen) setDays(chosen);
          }}
        />
        <Button
          busy={creation.isPending}
          busyLabel="Creating..."
          onClick={() => {
            update.reset();
            creation.mutate();
          }}
        >
          Create a link
        </Button>
      </div>
      {creation.data?.secret && (
        <NewLink
          key={creation.data.id}
          address={window.location.origin + linkPath('preview', creation.data.secret)}
        />
      )}
      {links.data ? (
        <LinkList
          links={links.data}
          updating={update.isPending ? update.variables : undefined}
          onUpdate={(id) => {
            // A creation that succeeded keeps its secret on the screen.
            if (creation.isError) creation.reset();
            update.mutate(id);
          }}
          onRevoke={ask}
        />
      ) : links.error && !links.isFetching ? (
        <ErrorState
          title="The links could not be loaded"
          text={reasonOf(links.error)}
          onRetry={() => void links.refetch()}
        />
      ) : (
        <Loader label="Loading the links" />
      )}
      {question}
    </section>
  );
}

interface LinkListProps {
  links: readonly PreviewLink[];
  /** The link that is being updated. */
  updating: Id | undefined;
  onUpdate: (id: Id) => void;
  onRevoke: (link: PreviewLink) => void;
}

function LinkList({ links, updating, onUpdate, onRevoke }: LinkListProps) {
  const headingId = useId();
  if (links.length === 0) return <p className="note">There are no working links.</p>;
  return (
    <>
      <h4 id={headingId} className={styles.caption}>
        Links that work
      </h4>
      <ul className={rows.ruled} aria-labelledby={headingId}>
        {links.map((link) => {
          const { id, who, created_at: created, updated_at: updated } = link;
          const which = `, the link of ${who}, ${formatMoment(created)}`;
          return (
            <li key={id}>
              <p className={styles.facts}>
                <span>
                  <bdi>{who}</bdi>, {formatMoment(created)}
                </span>
                <span className="note">
                  {updated !== created && `Updated ${formatMoment(updated)}. `}
                  Works until {formatMoment(link.expires_at)}
                </span>
              </p>
              <span className="row2">
                <Button
                  variant="quiet"
                  busy={updating === id}
                  busyLabel="Updating..."
                  onClick={() => onUpdate(id)}
                >
                  Update<VisuallyHidden>{which}</VisuallyHidden>
                </Button>
                <Button variant="quiet" onClick={() => onRevoke(link)}>
                  Revoke<VisuallyHidden>{which}</VisuallyHidden>
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Shows a new link with a button to copy it. The link is shown only once. */
function NewLink({ address }: { address: string }) {
  const [said, setSaid] = useState('');
  const copyButton = useRef<HTMLButtonElement>(null);
  // Focuses the copy button, which is the next step. The button that created the link stays on the screen.
  useEffect(() => copyButton.current?.focus(), []);

  async function copy() {
    setSaid((await copyText(address)) ? 'Copied' : 'Please select the link and copy it by hand.');
  }

  return (
    <div className={styles.made}>
      <TextField
        label="The new link"
        hint="Copy it now: it is not shown again."
        readOnly
        dir="ltr"
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="row2">
        <Button ref={copyButton} variant="quiet" onClick={() => void copy()}>
          {said === 'Copied' ? <CheckIcon /> : <CopyIcon />} Copy the link
        </Button>
        <span role="status">{said}</span>
      </p>
    </div>
  );
}

/** The record whose draft is previewed; `id` is undefined if it was never saved. */
interface Previewed {
  resource: PreviewResource;
  id: Id | undefined;
}

/** A form that can be previewed: its record, and its current values. */
interface DraftSource {
  of: Previewed;
  values: () => Record<string, unknown>;
}

/**
 * Stores a draft for a preview: for the admin alone (`own`), behind a new link that is valid for `days`, or as the new
 * content of the existing link `link_id`. Rejects with `ApiError`.
 */
async function savePreview(
  { of, values }: DraftSource,
  how: { own: 1 } | { days: (typeof previewDays)[number] } | { link_id: Id },
) {
  const body = {
    ...(of.resource !== 'job' && { resource: of.resource }),
    row_id: of.id,
    ...how,
    draft: values(),
  };
  // The size is checked before sending, so that megabytes are not sent in vain.
  if (new Blob([JSON.stringify(body)]).size > jsonBodyBytes(contract.saveContentPreview))
    throw new ApiError('preview.tooLarge', 413, { message: deskMessages['preview.tooLarge'] });
  return readApi(of.resource === 'job' ? 'saveJobPreview' : 'saveContentPreview', { body });
}

/** The active links to a draft. */
function previewLinksQuery({ resource, id }: Previewed) {
  return queryOptions({
    queryKey: ['previewLinks', resource, id ?? 'new'],
    queryFn: ({ signal }) =>
      resource === 'job'
        ? readApi('jobPreviews', { query: { id }, signal })
        : readApi('contentPreviews', { query: { resource, id }, signal }),
    gcTime: 0,
  });
}
