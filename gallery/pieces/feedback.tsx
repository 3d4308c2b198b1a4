import { Badge } from '../../client/ui/Badge.tsx';
import { Button } from '../../client/ui/Button.tsx';
import { EmptyState } from '../../client/ui/EmptyState.tsx';
import { ErrorState } from '../../client/ui/ErrorState.tsx';
import { Loader } from '../../client/ui/Loader.tsx';
import { Notice } from '../../client/ui/Notice.tsx';
import { ProgressBar } from '../../client/ui/ProgressBar.tsx';
import { Skeleton } from '../../client/ui/Skeleton.tsx';
import { notify } from '../../client/ui/toast.ts';
import { UndoToast } from '../../client/ui/UndoToast.tsx';
import { long, nothing, type Pieces, states } from '../samples.tsx';

export const feedback: Pieces = {
  Badge: { neutral: <Badge>Published</Badge> },
  Notice: {
    default: <Notice>Your message could not be sent. Please try again.</Notice>,
    'long text': <Notice>{`${long}. ${long}.`}</Notice>,
  },
  Toaster: {
    success: <Button onClick={() => notify.success('Blog added successfully')}>Say that it worked</Button>,
    error: <Button onClick={() => notify.error(long)}>Say that it failed</Button>,
  },
  UndoToast: states(
    UndoToast,
    { undoable: { undo: nothing, forget: nothing }, closeToast: nothing },
    { default: { text: 'Deleted successfully' }, 'long text': { text: long } },
  ),
  Loader: { default: <Loader /> },
  Skeleton: { 'a line': <Skeleton /> },
  ProgressBar: {
    'under way': <ProgressBar label="Uploading reel.mov" value={60_000_000} max={120_000_000} />,
  },
  EmptyState: {
    'title only': <EmptyState title="No projects yet" />,
    'long text': <EmptyState title={long} text={long} />,
  },
  ErrorState: {
    'title only': <ErrorState title="The posts could not be loaded" />,
    'long text': <ErrorState title={long} text={long} onRetry={nothing} />,
  },
};
