import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readId } from '#shared/id.ts';
import type { IntakeItem } from '#shared/schemas/intake.ts';
import { languageOf } from '#shared/text-direction.ts';
import { listQuery, refresh } from '../../api/call-query.ts';
import { siteStatusQuery, useSiteStatus } from '../../api/site-status.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatFullMoment, formatInboxMoment } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { DetailPane, SplitPane, useFocusBack } from '../../ui/layout/SplitPane.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { DataList } from '../shared/DataList.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { readParams, useListParams } from '../shared/list-params.ts';
import rows from '../shared/rows.module.css';
import styles from './IntakeScreen.module.css';
import { nextText, senderOf, stateBadges, triesText, whatOf } from './labels.ts';
import { OpenItem } from './OpenItem.tsx';

const intakeParams = { item: (text: string) => readId(text) };
type IntakeFilters = ReturnType<typeof readParams<typeof intakeParams>>;

/** One page of the waiting forms, oldest first. */
const intakeQuery = ({ page, per_page }: IntakeFilters) => listQuery('intake', { page, per_page });

/**
 * Fetches the list again when the banner's counts of waiting forms
 * change, because forms are delivered while an admin looks at the list.
 */
function useIntake(filters: IntakeFilters) {
  const queries = useQueryClient();
  const { waiting, needs_person: stuck, oldest_at: oldest } = useSiteStatus()?.status.intake ?? {};
  const numbers = waiting === undefined ? undefined : [waiting, stuck, oldest].join();
  const before = useRef(numbers);
  useEffect(() => {
    if (numbers === undefined) return;
    if (before.current !== undefined && before.current !== numbers)
      void queries.invalidateQueries({ queryKey: ['intake'] });
    before.current = numbers;
  }, [numbers, queries]);
  const list = useQuery(intakeQuery(filters));
  // The banner's counts of waiting forms are fetched only at intervals. If the list is empty but the counts are not
  // zero, the counts are outdated and are fetched again.
  const isEmpty = list.data?.total === 0 && !list.isPlaceholderData;
  const isCounted = (waiting ?? 0) + (stuck ?? 0) > 0;
  useEffect(() => {
    if (isEmpty && isCounted) void queries.invalidateQueries({ queryKey: siteStatusQuery.queryKey });
  }, [isEmpty, isCounted, queries]);
  return list;
}

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(intakeQuery(readParams(search, intakeParams)));
});

/**
 * The screen of visitors' forms that the API host has not accepted yet. Some wait for the next automatic delivery,
 * others need a person's decision.
 */
export function Component() {
  const params = useListParams(intakeParams);
  const { page, item: openId } = params.filters;
  const queries = useQueryClient();
  const list = useIntake(params.filters);
  const item = list.data?.data.find(({ id }) => id === openId);
  const place = useRef<HTMLElement>(null);
  const focusInstead = useFocusBack(place, openId);
  const close = () => params.change({ item: undefined, page });
  const leave = () => {
    focusInstead(undefined);
    close();
  };

  return (
    <>
      <ScreenHeader
        title="Waiting forms"
        page={item ? `${senderOf(item)} · Waiting forms` : 'Waiting forms'}
        actions={
          <Button
            variant="quiet"
            onClick={() => refresh(queries, 'intake')}
            busy={list.isFetching && !list.isPending}
          >
            Check again
          </Button>
        }
      />
      <SplitPane open={openId !== undefined}>
        <section ref={place} className={styles.place} aria-label="List of waiting forms" tabIndex={-1}>
          <DataList
            list={list}
            // Changing the page closes the open form.
            params={{
              ...params,
              change: (values, how) => params.change({ item: undefined, ...values }, how),
            }}
            name="Waiting forms"
            what="waiting forms"
            one="waiting form"
            window={5}
            ownSize={20}
            announce={({ data, total = data.length }) => (total === 1 ? '1 form' : `${total} forms`)}
            empty={{
              title: 'Nothing is waiting',
              text: 'Forms that visitors send while the API host is down wait here, and are delivered when it is up again.',
            }}
            line={(form) => <Line item={form} now={list.dataUpdatedAt} />}
            lineClassName={styles.row}
            link={({ id }) => ({ search: params.after({ item: id, page }), current: id === openId })}
          />
        </section>
        {openId !== undefined && (
          <DetailPane
            id={openId}
            label="Open form"
            title={item ? senderOf(item) : 'Waiting form'}
            closeLabel="Close the form"
            onClose={close}
          >
            {item ? (
              <OpenItem key={item.id} item={item} now={list.dataUpdatedAt} onLeave={leave} />
            ) : list.isPending ? (
              <Loader label="Loading the form" />
            ) : (
              <EmptyState
                title="This form is no longer in the queue"
                text="It was delivered or deleted, or it is on another page of the list."
              />
            )}
          </DetailPane>
        )}
      </SplitPane>
    </>
  );
}

/** One form: sender, subject, time and delivery state. `now` is the time when the list was read. */
function Line({ item, now }: { item: IntakeItem; now: number }) {
  const { reference, received_at: at, state, may_be_twice: twice } = item;
  const badge = stateBadges[state];
  const next = nextText(item, now);
  return (
    <>
      <span className={classNames(rows.head, styles.head)}>
        <bdi className={classNames(rows.sender, styles.sender)} lang={languageOf(senderOf(item))}>
          {senderOf(item)}
        </bdi>
        <time className={rows.when} dateTime={at} title={formatFullMoment(at)}>
          {formatInboxMoment(at, new Date(now))}
        </time>
      </span>
      <span>
        {whatOf(item)} <span className={styles.reference}>{reference}</span>
      </span>
      <span className={styles.marks}>
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {twice && <Badge tone="signal">May be there twice</Badge>}
        <span className={styles.tries}>
          {triesText(item)}
          {next && `, ${next}`}
        </span>
      </span>
    </>
  );
}
