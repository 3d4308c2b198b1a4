import { Badge } from '../../client/ui/Badge.tsx';
import { Button } from '../../client/ui/Button.tsx';
import { EmptyState } from '../../client/ui/EmptyState.tsx';
import { ErrorState } from '../../client/ui/ErrorState.tsx';
import { ClockIcon } from '../../client/ui/icons.tsx';
import { Loader } from '../../client/ui/Loader.tsx';
import { Notice } from '../../client/ui/Notice.tsx';
import { Pattern } from '../../client/ui/Pattern.tsx';
import { ProgressBar } from '../../client/ui/ProgressBar.tsx';
import { Skeleton } from '../../client/ui/Skeleton.tsx';
import { notify } from '../../client/ui/toast.ts';
import { UndoToast } from '../../client/ui/UndoToast.tsx';
import { long, nothing, type Pieces, states, urdu } from '../samples.tsx';

export const feedback: Pieces = {
  Badge: states(
    Badge,
    { children: 'Published' },
    {
      neutral: {},
      accent: { tone: 'accent' },
      signal: { tone: 'signal', Icon: ClockIcon },
      danger: { tone: 'danger' },
      success: { tone: 'success' },
      Urdu: { children: urdu },
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
      'with an undo, for eight seconds': {
        children: 'Delete, with undo',
        onClick: () => notify.undo('Deleted successfully', nothing),
      },
    },
  ),
  UndoToast: states(
    UndoToast,
    { undoable: { undo: nothing, forget: nothing }, closeToast: nothing },
    { default: { text: 'Deleted successfully' }, 'long text': { text: long } },
  ),
  Loader: states(Loader, {}, { default: {}, 'with its own words': { label: 'Opening the editor' } }),
  Skeleton: states(
    Skeleton,
    {},
    {
      'a line': {},
      'a short one': { width: '8rem' },
      'a picture': { ratio: '3 / 2' },
    },
  ),
  ProgressBar: states(
    ProgressBar,
    { label: 'Uploading reel.mov', value: 60_000_000, max: 120_000_000 },
    {
      'under way': {},
      'can be stopped': { onCancel: nothing, cancelLabel: 'Stop the upload' },
      'size not known': { value: 0, max: 0 },
      'long text, done': { label: long, value: 120_000_000 },
    },
  ),
  EmptyState: states(
    EmptyState,
    { title: 'No projects yet' },
    {
      'title only': {},
      'with a way on': { text: 'What you add is shown at once.', action: <Button>Add project</Button> },
      'with artwork': { art: <Pattern seed="empty" /> },
      'long text': { title: long, text: long },
      Urdu: { title: urdu, text: urdu },
    },
  ),
  ErrorState: states(
    ErrorState,
    { title: 'The posts could not be loaded', onRetry: nothing },
    {
      'title only': { onRetry: undefined },
      'with retry': { text: 'The server did not answer. Your connection may be down.' },
      busy: { busy: true },
      'long text': { title: long, text: long },
    },
  ),
};
