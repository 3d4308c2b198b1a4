import { useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { subjectOf } from '#shared/reply-subject.ts';
import type { Message } from '#shared/schemas/message.ts';
import { translateError } from '../../api/api-error.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { newestOf } from '../../api/optimistic.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { DetailPane } from '../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { OpenMessage, type OpenMessageProps } from './OpenMessage.tsx';
import { messageQuery } from './queries.ts';

interface ReadingPaneProps extends Omit<OpenMessageProps, 'message'> {
  id: Id;
  /** The message as it is in the list; undefined if the list does not contain it. */
  listed: Message | undefined;
  /** True while the list is loading and may turn out to contain the message. */
  listPending: boolean;
  onClose: () => void;
}

/**
 * One message: next to the list on wide screens, in a panel over the list on others. Must be given a React `key`, so
 * that each opening mounts a new instance.
 */
export function ReadingPane(props: ReadingPaneProps) {
  const { id, listed, listPending, onClose } = props;
  const single = useQuery({ ...messageQuery(id), enabled: !listed });
  const message = newestOf([listed, single.data]);
  const title = message ? subjectOf(message) : 'Message';
  const body = message ? (
    <OpenMessage {...props} message={message} />
  ) : single.isFetching || (listPending && (single.data === null || isCallMissing(single.error))) ? (
    <Loader label="Loading the message" />
  ) : isCallMissing(single.error) ? (
    <EmptyState
      title="This message is not in the list"
      text="Your API host cannot open a message by its address alone. Look for it in the list, or in another folder."
    />
  ) : single.error ? (
    <ErrorState
      title="The message could not be loaded"
      text={translateError(single.error).message}
      onRetry={() => void single.refetch()}
    />
  ) : (
    <EmptyState
      title="This message no longer exists"
      text="It may have been deleted. Choose another one from the list."
    />
  );

  return (
    <>
      <PageTitle>{message ? `${title} · Messages` : 'Messages'}</PageTitle>
      <DetailPane id={id} label="Open message" title={title} closeLabel="Close the message" onClose={onClose}>
        {body}
      </DetailPane>
    </>
  );
}
