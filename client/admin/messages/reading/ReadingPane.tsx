import { useEffect, useRef } from 'react';
import type { Message } from '#shared/schemas/message.ts';
import { languageOf } from '#shared/text-direction.ts';
import { translateError } from '../../../api/api-error.ts';
import { isCallMissing } from '../../../api/host-calls.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { EmptyState } from '../../../ui/empty-state/EmptyState.tsx';
import { ErrorState } from '../../../ui/error-state/ErrorState.tsx';
import { IconButton } from '../../../ui/icon-button/IconButton.tsx';
import { CloseIcon } from '../../../ui/icons/icons.tsx';
import { Loader } from '../../../ui/loader/Loader.tsx';
import { PageTitle } from '../../../ui/page-title/PageTitle.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { useSingleMessage } from '../queries/single-message.ts';
import { subjectOf } from '../words/folders.ts';
import { OpenMessage, type OpenMessageProps } from './OpenMessage.tsx';
import styles from './ReadingPane.module.css';

interface ReadingPaneProps extends Omit<OpenMessageProps, 'message'> {
  id: number;
  /** The message as the list has it. */
  listed: Message | undefined;
  /** The list may still bring the message. */
  listPending: boolean;
  onClose: () => void;
}

/** One message: beside the list on wide screens, in a sheet above it on others. Needs a key: each opening is one of its own. */
export function ReadingPane(props: ReadingPaneProps) {
  const { id, listed, listPending, onClose } = props;
  const beside = useMediaQuery('from-xl');
  const single = useSingleMessage(id, !listed);
  const message = newest(listed, single.data);
  const title = message ? subjectOf(message) : 'Message';
  const pageTitle = <PageTitle>{message ? `${title} · Messages` : 'Messages'}</PageTitle>;
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
      title="This message is no longer here"
      text="It may have been deleted. Choose another one from the list."
    />
  );

  if (!beside) {
    return (
      <>
        {pageTitle}
        <Dialog open size="panel" title={title} onClose={onClose}>
          <div className={styles.sheet}>
            <div tabIndex={-1} data-focus-first />
            {body}
          </div>
        </Dialog>
      </>
    );
  }
  return (
    <>
      {pageTitle}
      <aside
        className={styles.pane}
        aria-label="Open message"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.defaultPrevented) onClose();
        }}
      >
        <header className={styles.header}>
          <Heading text={title} />
          <IconButton label="Close the message" onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </header>
        <div className={styles.body}>{body}</div>
      </aside>
    </>
  );
}

/** Takes the focus when a message is opened, so that a screen reader says which. */
function Heading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h2 ref={heading} className={styles.title} tabIndex={-1} dir="auto" lang={languageOf(text)}>
      {text}
    </h2>
  );
}

function newest(one: Message | undefined, other: Message | null | undefined): Message | undefined {
  if (!one || !other) return one ?? other ?? undefined;
  return one.updated_at < other.updated_at ? other : one;
}
