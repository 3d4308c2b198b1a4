import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Redirect } from '#shared/schemas/redirect.ts';
import { listQuery } from '../../api/call-query.ts';
import { useOpenForm } from '../../forms/open-form.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { formatAge, formatFullMoment, formatLocalDay } from '../../ui/dates.ts';
import { ArrowRightIcon, ExternalIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useCall } from '../shared/calls.tsx';
import { DataList } from '../shared/DataList.tsx';
import { ListSearch } from '../shared/PagedList.tsx';
import rows from '../shared/rows.module.css';
import { screenList } from '../shared/screen-list.ts';
import { ImportDialog, RedirectForm } from './RedirectForms.tsx';
import styles from './RedirectsScreen.module.css';

/** Fetched again whenever it is shown, because the number of visits changes all the time. */
const redirects = screenList({}, (filters) => listQuery('getRedirects', filters, { staleTime: 0 }));

export const { loader } = redirects;

/** docs/product.md §24: the screen of redirects from old URLs. */
export function Component() {
  const { params, list } = redirects.useList();
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
  page: 'from a page with a new address',
};
