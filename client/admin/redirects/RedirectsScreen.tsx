import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import {
  type Redirect,
  type RedirectFileResult,
  type RedirectInput,
  redirectInputSchema,
} from '#shared/schemas/redirect.ts';
import { readTextFile } from '#shared/text-file.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { callOrThrow, readApi } from '../../api/call.ts';
import { listQuery, refresh } from '../../api/call-query.ts';
import { useOpenForm } from '../../forms/open-form.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatAge, formatFullMoment, formatLocalDay } from '../../ui/dates.ts';
import { FileField } from '../../ui/fields/FileField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ArrowRightIcon, ExternalIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { notify } from '../../ui/toast.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { guardedLoader } from '../screens.tsx';
import { CallForm, useCall } from '../shared/calls.tsx';
import { DataList } from '../shared/DataList.tsx';
import { ListSearch, readParams, useListParams } from '../shared/PagedList.tsx';
import rows from '../shared/rows.module.css';
import styles from './RedirectsScreen.module.css';

/** Fetched again whenever it is shown, because the number of visits changes all the time. */
const redirectsQuery = (filters: ReturnType<typeof useListParams>['filters']) =>
  listQuery('getRedirects', filters, { staleTime: 0 });

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(redirectsQuery(readParams(search)));
});

/** docs/product.md §24: the screen of redirects from old URLs. */
export function Component() {
  const params = useListParams();
  const list = useQuery(redirectsQuery(params.filters));
  const form = useOpenForm();
  const [importing, setImporting] = useState(false);
  const restore = useCall('addRedirect', {
    done: deskMessages['redirect.restored'],
    refresh: 'getRedirects',
  });
  // Deletes without a question. Undo adds the redirect again.
  const remove = useCall('deleteRedirect', {
    done: deskMessages['redirect.deleted'],
    refresh: 'getRedirects',
    undo({ params }) {
      const deleted = list.data?.data.find(({ id }) => id === params?.id);
      if (deleted) void restore.make({ body: { from: deleted.from, to: deleted.to } });
    },
  });
  const total = list.data?.total ?? 0;
  const searched = params.filters.search !== undefined;

  return (
    <>
      <ScreenHeader
        title="Redirects"
        actions={
          <>
            {(total > 0 || searched) && (
              <a className={buttonClass({ variant: 'quiet' })} href="/api/exportRedirects" download>
                Export CSV
              </a>
            )}
            <Button variant="quiet" onClick={() => setImporting(true)}>
              Import CSV
            </Button>
            <Button onClick={() => form.show('new')}>
              <PlusIcon /> Add redirect
            </Button>
          </>
        }
      />
      {(searched || total > 1) && (
        <ListSearch label="Search redirects" placeholder="A part of either address" params={params} />
      )}
      <DataList
        list={list}
        params={params}
        name="Redirects"
        what="redirects"
        one="redirect"
        ownSize={20}
        searches="old addresses and their targets"
        announce
        empty={{
          title: 'No redirects yet',
          text: 'Redirects send visitors with an old address, from a search engine or another site, to the new one. Imports can fill in both.',
          action: (
            <Button onClick={() => form.show('new')}>
              <PlusIcon /> Add the first redirect
            </Button>
          ),
        }}
        line={line}
        titleOf={({ from }) => from}
        actions={(redirect) => [
          {
            label: 'Open where it leads',
            Icon: ExternalIcon,
            onSelect: () => void window.open(redirect.to, '_blank', 'noopener'),
          },
          {
            label: 'Delete',
            Icon: TrashIcon,
            danger: true,
            onSelect: () => void remove.make({ params: { id: redirect.id } }),
          },
        ]}
      />
      {form.open === 'new' && <RedirectForm onClose={form.close} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

/** The old URL and its target, the number of visits, and who added the redirect. */
function line({ from, to, hits, last_hit_at: last, created_at: added, source }: Redirect) {
  return (
    <div className={rows.what}>
      <p className={styles.addresses}>
        <bdi className={rows.name} dir="ltr">
          {from}
        </bdi>
        <ArrowRightIcon size={16} />
        <VisuallyHidden> leads to </VisuallyHidden>
        <bdi dir="ltr">{to}</bdi>
      </p>
      <p className={rows.facts}>
        <span>
          {hits === 0
            ? 'Never followed'
            : hits === 1
              ? 'Followed once'
              : `Followed ${hits.toLocaleString('en')} times`}
        </span>
        {last && (
          <time dateTime={last} title={formatFullMoment(last)}>
            last {formatAge(last)}
          </time>
        )}
        <time dateTime={added} title={formatFullMoment(added)}>
          added {formatLocalDay(added)}
        </time>
        <span>{sources[source] ?? `from the import ${source}`}</span>
      </p>
    </div>
  );
}

const sources: Record<string, string> = {
  hand: 'by hand',
  file: 'from a file',
  command: 'from the command line',
  restore: 'from the trash',
};

const address = {
  dir: 'ltr',
  maxLength: limits.redirectAddress,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

/**
 * Adds a redirect. The rules on URLs that can be redirected are checked on the server only; an error is shown at its
 * field.
 */
function RedirectForm({ onClose }: { onClose: () => void }) {
  return (
    <CallForm<RedirectInput>
      title="Add redirect"
      size="small"
      draftKey="redirect:new"
      stored={{ from: '', to: '' }}
      rules={redirectInputSchema.shape}
      call="addRedirect"
      busyLabel={messages['busy.creating']}
      done={deskMessages['redirect.added']}
      kind="getRedirects"
      onClose={onClose}
    >
      {(bind) => (
        <>
          <TextField
            label="Old address"
            hint="Without the host name: /blog/our-post.html. With a query, such as /?p=12, only that query is redirected."
            {...address}
            {...bind('from')}
          />
          <TextField label="Leads to" hint="A page of this site: /view-blog/7" {...address} {...bind('to')} />
        </>
      )}
    </CallForm>
  );
}

/** Checks a CSV file of redirects. Returns its text, and the effect that the import would have. */
async function checkFile(file: File) {
  const refusal = (message: string) => new ApiError('request.failed', 0, { message });
  if (file.size > limits.redirectFile)
    throw refusal(
      messageText('upload.tooLarge', { limit: readableBytes(limits.redirectFile), field: file.name }),
    );
  const csv = readTextFile(new Uint8Array(await file.arrayBuffer()));
  if (csv === undefined) throw refusal(textOf('file.encoding'));
  return { csv, result: await readApi('checkRedirects', { body: { csv } }) };
}

/** Imports a CSV file. Shows first what the import will change. */
function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const check = useMutation({ mutationFn: checkFile });
  const take = useMutation({
    mutationFn: (csv: string) => callOrThrow('importRedirects', { body: { csv } }),
    onSuccess: () => {
      notify.success(deskMessages['redirect.imported']);
      refresh(queries, 'getRedirects');
      onClose();
    },
  });
  const { csv = '', result } = check.data ?? {};
  const isGood = result !== undefined && result.refused_total === 0;
  const isNew = isGood && result.added + result.changed > 0;
  const failure = take.error ?? check.error;

  return (
    <Dialog
      open
      title="Import redirects"
      size="large"
      onClose={onClose}
      dismissable={!take.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={take.isPending}>
            Cancel
          </Button>
          <Button
            onClick={() => take.mutate(csv)}
            disabled={!isNew}
            busy={take.isPending}
            busyLabel="Importing..."
          >
            Import
          </Button>
        </>
      }
    >
      <FileField
        label="CSV file"
        hint="Two columns, From and To, as Export CSV writes them. An old address that already has a redirect gets the new one."
        accept=".csv,text/csv"
        look="document"
        file={check.data && check.variables}
        error={failure ? translateError(failure).message : undefined}
        disabled={take.isPending}
        onSelect={(chosen) => {
          take.reset();
          if (chosen) check.mutate(chosen);
          else check.reset();
        }}
      />
      <div role="status" className={styles.result}>
        {check.isPending && <p>Checking the file…</p>}
        {isGood && <p>{resultText(result)}</p>}
        {result && !isGood && <p>{linesText(result)}</p>}
      </div>
      {result && !isGood && (
        <ul className={rows.ruled} aria-label="Lines to be corrected">
          {result.refused.map(({ line, field, reason }) => (
            <li key={`${line} ${field}`}>
              <span className={styles.line}>
                Line {line}
                {field && `, ${field === 'from' ? 'From' : 'To'}`}
              </span>
              <span className={styles.reason}>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function resultText({ added, changed, same }: RedirectFileResult) {
  if (added + changed === 0) return 'All redirects of this file already exist.';
  return `${added} new, ${changed} with a new target, ${same} unchanged.`;
}

function linesText({ refused, refused_total: total }: RedirectFileResult) {
  const what = total === 1 ? 'One line has to be corrected' : `${total} lines have to be corrected`;
  const shown = refused.length < total ? ` These are the first ${refused.length}.` : '';
  return `Nothing can be imported yet. ${what} first.${shown}`;
}
