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
  Badge: states(
    Badge,
    { children: 'Published' },
    {
      neutral: {},
    },
  ),
  Notice: states(
    Notice,
    {},
    {
      default: { children: 'Your message could not be sent. Please try again.' },
      'long text': { children: `${long}. ${long}.` },
    },
  ),
  Toaster: states(
    Button,
    {},
    {
      success: { children: 'Say that it worked', onClick: () => notify.success('Blog added successfully') },
      error: { children: 'Say that it failed', onClick: () => notify.error(long) },
    },
  ),
  UndoToast: states(
    UndoToast,
    { undoable: { undo: nothing, forget: nothing }, closeToast: nothing },
    { default: { text: 'Deleted successfully' }, 'long text': { text: long } },
  ),
  Loader: states(Loader, {}, { default: {} }),
  Skeleton: states(
    Skeleton,
    {},
    {
      'a line': {},
    },
  ),
  ProgressBar: states(
    ProgressBar,
    { label: 'Uploading reel.mov', value: 60_000_000, max: 120_000_000 },
    {
      'under way': {},
    },
  ),
  EmptyState: states(
    EmptyState,
    { title: 'No projects yet' },
    {
      'title only': {},
      'long text': { title: long, text: long },
    },
  ),
  ErrorState: states(
    ErrorState,
    { title: 'The posts could not be loaded', onRetry: nothing },
    {
      'title only': { onRetry: undefined },
      'long text': { title: long, text: long },
    },
  ),
};
