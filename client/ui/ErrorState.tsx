import type { ComponentProps } from 'react';
import { frame } from '#shared/words/en/frame.ts';
import { useTranslated, useWords } from '../words.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface ErrorStateProps extends Pick<ComponentProps<typeof EmptyState>, 'title' | 'level'> {
  /** May be a message of an answer; it is then shown in the language of the page. */
  text?: string;
  onRetry?: () => void;
  busy?: boolean;
}

/** Reports a failure. With `onRetry`, it has a button to try again. */
export function ErrorState({ text, onRetry, busy = false, ...rest }: ErrorStateProps) {
  const words = useWords(frame);
  const translated = useTranslated();
  return (
    <EmptyState
      {...rest}
      failed
      text={text && translated(text)}
      action={
        onRetry && (
          <Button variant="quiet" onClick={onRetry} busy={busy} busyLabel={words('state.tryingAgain')}>
            {words('state.tryAgain')}
          </Button>
        )
      }
    />
  );
}
