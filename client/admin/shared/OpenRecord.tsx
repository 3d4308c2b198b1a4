import type { ComponentProps, ReactNode } from 'react';
import { isCallMissing } from '../../api/host-support.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ChevronDownIcon, ChevronUpIcon } from '../../ui/icons.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { DetailPane } from '../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import type { ReadingOrder } from './inbox.ts';
import { QueryFailed } from './PagedList.tsx';
import rows from './rows.module.css';

interface Words {
  title: string;
  text: string;
}

interface OpenRecordProps<Row> extends Omit<ComponentProps<typeof DetailPane>, 'title' | 'children'> {
  /** The record; undefined until it is known, and null if there is none. */
  record: Row | null | undefined;
  query: ComponentProps<typeof QueryFailed>['query'];
  /** Name of the kind of record, as a title: "Message". */
  one: string;
  /** Title of the screen. */
  screen: string;
  titleOf: (record: Row) => string;
  gone: Words;
  /** Shown if the host lacks the call that reads one record. */
  lacking?: Words;
  loading?: ReactNode;
  children: (record: Row) => ReactNode;
}

/** The record that is open beside its list, in each of its states. It names the page. */
export function OpenRecord<Row>(props: OpenRecordProps<Row>) {
  const { record, query, one, screen, titleOf, gone, lacking, loading, children, ...pane } = props;
  const title = record ? titleOf(record) : one;
  const what = one.toLowerCase();
  const absent = record === null ? gone : isCallMissing(query.error) ? lacking : undefined;
  return (
    <>
      <PageTitle>{record ? `${title} · ${screen}` : screen}</PageTitle>
      <DetailPane {...pane} title={title}>
        {record ? (
          children(record)
        ) : absent ? (
          <EmptyState {...absent} action={<Button onClick={pane.onClose}>Back to the list</Button>} />
        ) : query.error ? (
          <QueryFailed what={what} query={query} />
        ) : (
          (loading ?? <Loader label={`Loading the ${what}`} />)
        )}
      </DetailPane>
    </>
  );
}

/** Buttons that lead to the record before and after the open one. */
export function StepButtons({ what, order }: { what: string; order: ReadingOrder }) {
  const { previous, next } = order;
  return (
    <span className={rows.actions}>
      <IconButton label={`Previous ${what}`} disabled={!previous} onClick={previous}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton label={`Next ${what}`} disabled={!next} onClick={next}>
        <ChevronDownIcon />
      </IconButton>
    </span>
  );
}
