import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { readId } from '#shared/id.ts';
import { listQuery, refresh } from '../../api/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { SplitPane, useFocusBack } from '../../ui/layout/SplitPane.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { DataList } from '../shared/DataList.tsx';
import { OpenRecord, openerOf } from '../shared/OpenRecord.tsx';
import { screenList } from '../shared/screen-list.ts';
import styles from './IntakeScreen.module.css';
import { Line, OpenItem, senderOf } from './WaitingForm.tsx';

/** The waiting forms, oldest first. */
const waiting = screenList({ item: readId }, ({ page, per_page }) => listQuery('intake', { page, per_page }));

export const { loader } = waiting;

/**
 * The screen of visitors' forms that the API host has not accepted yet. Some wait for the next automatic delivery,
 * others need a person's decision.
 */
export function Component() {
  const { params, list } = waiting.useList();
  const { openId, link, close } = openerOf(params, 'item');
  const queries = useQueryClient();
  const item = list.data?.data.find(({ id }) => id === openId);
  const place = useRef<HTMLElement>(null);
  const focusInstead = useFocusBack(place, openId);
  const leave = () => {
    focusInstead(undefined);
    close();
  };

  return (
    <>
      <ScreenHeader
        title="Waiting forms"
        page={openId === undefined ? undefined : null}
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
            ownSize={20}
            announce={({ data, total = data.length }) => (total === 1 ? '1 form' : `${total} forms`)}
            empty={{
              title: 'Nothing is waiting',
              text: 'Forms that visitors send while the API host is down wait here, and are delivered when it is up again.',
            }}
            line={(form) => <Line item={form} now={list.dataUpdatedAt} />}
            lineClassName={styles.row}
            link={({ id }) => link(id)}
          />
        </section>
        {openId !== undefined && (
          <OpenRecord
            id={openId}
            record={item ?? (list.isPending ? undefined : null)}
            query={list}
            one="Waiting form"
            screen="Waiting forms"
            titleOf={senderOf}
            label="Open form"
            closeLabel="Close the form"
            gone={{
              title: 'This form is no longer in the queue',
              text: 'It was delivered or deleted, or it is on another page of the list.',
            }}
            onClose={close}
          >
            {(form) => <OpenItem key={form.id} item={form} now={list.dataUpdatedAt} onLeave={leave} />}
          </OpenRecord>
        )}
      </SplitPane>
    </>
  );
}
