import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { linkPath } from '#shared/link-paths.ts';
import { type PreviewLink, previewDays } from '#shared/schemas/preview.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { CheckIcon, CopyIcon } from '../../../ui/icons.tsx';
import { Loader } from '../../../ui/Loader.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { notify } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import rows from '../rows.module.css';
import { useCall } from '../use-call.ts';
import { useQuestion } from '../use-question.tsx';
import styles from './Publish.module.css';
import {
  type DraftSource,
  previewLinksQuery,
  reasonOf,
  type SavedPreview,
  savePreview,
} from './preview-calls.ts';

const dayOptions = previewDays.map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}));

/** Links that show the draft to people without an account: a list of the active links, and a form for a new one. */
export function ShareLinks(source: DraftSource) {
  const headingId = useId();
  const [days, setDays] = useState<(typeof previewDays)[number]>(previewDays[1]);
  const { links, made, ask, question, problem, busy, make, update } = useLinks(source);
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        Share a link
      </h3>
      <p>
        Anyone with the link sees this draft, without an account. It shows the current content of the form.
      </p>
      {problem && <Notice>{problem}</Notice>}
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
        <Button busy={busy === theNew} busyLabel="Creating..." onClick={() => make(days)}>
          Create a link
        </Button>
      </div>
      {made?.secret && (
        <NewLink key={made.id} address={window.location.origin + linkPath('preview', made.secret)} />
      )}
      {links.data ? (
        <LinkList links={links.data} busy={busy} onUpdate={update} onRevoke={ask} />
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

/** The value of `busy` while a new link is created; real ids are never empty. */
const theNew = '';

interface LinkListProps {
  links: readonly PreviewLink[];
  busy: Id | undefined;
  onUpdate: (link: PreviewLink) => void;
  onRevoke: (link: PreviewLink) => void;
}

function LinkList({ links, busy, onUpdate, onRevoke }: LinkListProps) {
  const headingId = useId();
  if (links.length === 0) return <p className={styles.absent}>There are no working links.</p>;
  return (
    <>
      <h4 id={headingId} className={styles.caption}>
        Links that work
      </h4>
      <ul className={rows.ruled} aria-labelledby={headingId}>
        {links.map((link) => {
          const which = `, the link of ${link.who}, ${formatMoment(link.created_at)}`;
          return (
            <li key={link.id}>
              <p className={styles.facts}>
                <span>
                  <bdi>{link.who}</bdi>, {formatMoment(link.created_at)}
                </span>
                <span className={styles.until}>
                  {link.updated_at !== link.created_at && `Updated ${formatMoment(link.updated_at)}. `}
                  Works until {formatMoment(link.expires_at)}
                </span>
              </p>
              <span className={styles.actions}>
                <Button
                  variant="quiet"
                  busy={busy === link.id}
                  busyLabel="Updating..."
                  onClick={() => onUpdate(link)}
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

/** Returns functions that create, update and revoke links. */
function useLinks(source: DraftSource) {
  const { of } = source;
  const queries = useQueryClient();
  const query = previewLinksQuery(of);
  const links = useQuery(query);
  const renew = () => void queries.invalidateQueries({ queryKey: query.queryKey });
  /** The link that was created last. Its secret is shown only once. */
  const [made, setMade] = useState<PreviewLink>();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (how: SavedPreview) => savePreview(source, how),
    onSuccess: (link) => (link.secret ? setMade(link) : notify.success(deskMessages['preview.updated'])),
    onSettled: renew,
  });
  const { make: revoke } = useCall(of.resource === 'job' ? 'revokeJobPreview' : 'revokeContentPreview', {
    done: deskMessages['preview.revoked'],
    refresh: renew,
  });
  const [ask, question] = useQuestion(({ id }: PreviewLink) => ({
    title: 'Revoke this link?',
    text: deskMessages['preview.revokeAsks'],
    confirmLabel: 'Revoke',
    busyLabel: 'Revoking...',
    onConfirm: async () => {
      if (await revoke({ params: { id } })) setMade((last) => (last?.id === id ? undefined : last));
    },
  }));
  return {
    links,
    made,
    ask,
    question,
    problem: error && reasonOf(error),
    /** The link that is being saved; `theNew` for a new one. */
    busy: isPending ? ('linkId' in variables ? variables.linkId : theNew) : undefined,
    make: (days: (typeof previewDays)[number]) => mutate({ days }),
    update: ({ id }: PreviewLink) => mutate({ linkId: id }),
  };
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
      <p className={styles.copy}>
        <Button ref={copyButton} variant="quiet" onClick={() => void copy()}>
          {said === 'Copied' ? <CheckIcon /> : <CopyIcon />} Copy the link
        </Button>
        <span role="status">{said}</span>
      </p>
    </div>
  );
}
