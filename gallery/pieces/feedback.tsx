import { Badge } from '../../client/ui/Badge.tsx';
import { Button } from '../../client/ui/Button.tsx';
import { EmptyState } from '../../client/ui/EmptyState.tsx';
import { ErrorState } from '../../client/ui/ErrorState.tsx';
import { CheckIcon, ClockIcon } from '../../client/ui/icons.tsx';
import { Loader } from '../../client/ui/Loader.tsx';
import { Notice } from '../../client/ui/Notice.tsx';
import { Pattern } from '../../client/ui/Pattern.tsx';
import { ProgressBar } from '../../client/ui/ProgressBar.tsx';
import { Skeleton } from '../../client/ui/Skeleton.tsx';
import { notify } from '../../client/ui/toast.ts';
import { UndoToast } from '../../client/ui/UndoToast.tsx';
import type { Group } from '../piece.ts';
import { long, urdu } from '../samples.ts';
import { tell } from '../told.ts';
import styles from './specimens.module.css';

const megabyte = 1024 * 1024;
const retry = () => tell('tried again');

export const feedback: Group = {
  name: 'Feedback',
  pieces: [
    {
      name: 'Badge',
      file: 'Badge.tsx',
      about: 'A state in a word or two. The tone only underlines the word.',
      states: {
        neutral: <Badge>Draft</Badge>,
        accent: <Badge tone="accent">New</Badge>,
        signal: <Badge tone="signal">Due soon</Badge>,
        danger: <Badge tone="danger">Overdue</Badge>,
        success: <Badge tone="success">Published</Badge>,
        'with an icon': (
          <Badge tone="signal" Icon={ClockIcon}>
            Closes today
          </Badge>
        ),
        'long text': (
          <Badge tone="success" Icon={CheckIcon}>
            Waiting for an answer
          </Badge>
        ),
        Urdu: (
          <span lang="ur" dir="rtl">
            <Badge tone="accent">{urdu}</Badge>
          </span>
        ),
      },
    },
    {
      name: 'Notice',
      file: 'Notice.tsx',
      about: 'A failure said above a form. It is read out when it appears.',
      states: {
        default: <Notice>Your message could not be sent. Please try again.</Notice>,
        'long text': <Notice>{`${long}. ${long}.`}</Notice>,
        'a list': (
          <Notice>
            Two files were not added:
            <ul>
              <li>notes.txt: this file is not one of the accepted types</li>
              <li>film.mov: this file is too large</li>
            </ul>
          </Notice>
        ),
      },
    },
    {
      name: 'Toaster',
      file: 'Toaster.tsx',
      about:
        'What was done, at the top for two seconds. It is on every page: call notify of client/ui/toast.ts.',
      states: {
        success: (
          <Button onClick={() => notify.success('Blog added successfully')}>Say that it worked</Button>
        ),
        error: <Button onClick={() => notify.error('Something went wrong')}>Say that it failed</Button>,
        information: <Button onClick={() => notify.info('You are offline')}>Say what is going on</Button>,
        'with an undo, for eight seconds': (
          <Button onClick={() => notify.undo('Deleted successfully', () => tell('undone'))}>
            Delete, with undo
          </Button>
        ),
        'long text': <Button onClick={() => notify.error(long)}>Say it at length</Button>,
      },
    },
    {
      name: 'UndoToast',
      file: 'UndoToast.tsx',
      about: 'What notify.undo shows.',
      states: {
        default: <Undo text="Deleted successfully" />,
        'long text': <Undo text={long} />,
      },
    },
    {
      name: 'Loader',
      file: 'Loader.tsx',
      about: 'While nobody knows yet what will come. Where it is known, take skeletons.',
      states: {
        default: <Loader />,
        'with its own words': <Loader label="Opening the editor" />,
      },
    },
    {
      name: 'Skeleton',
      file: 'Skeleton.tsx',
      about: 'The place of something that is loading, as large as that will be.',
      states: {
        'a line': <Skeleton />,
        'a short one': <Skeleton width="8rem" />,
        'a picture': <Skeleton ratio="3 / 2" />,
        'a card': (
          <div className={styles.stack}>
            <Skeleton ratio="16 / 9" />
            <Skeleton height="1.5em" />
            <Skeleton width="60%" />
          </div>
        ),
      },
    },
    {
      name: 'ProgressBar',
      file: 'ProgressBar.tsx',
      about: 'How far an upload is. Screen readers hear of every quarter.',
      states: {
        'under way': <ProgressBar label="Uploading reel.mov" value={18 * megabyte} max={120 * megabyte} />,
        'can be stopped': (
          <ProgressBar
            label="Uploading reel.mov"
            value={60 * megabyte}
            max={120 * megabyte}
            onCancel={() => tell('cancelled')}
            cancelLabel="Stop the upload"
          />
        ),
        'size not known': <ProgressBar label="Uploading" value={0} max={0} />,
        done: <ProgressBar label="Uploading reel.mov" value={120 * megabyte} max={120 * megabyte} />,
        'long text': <ProgressBar label={`Uploading ${long}.mov`} value={megabyte} max={120 * megabyte} />,
      },
    },
    {
      name: 'EmptyState',
      file: 'EmptyState.tsx',
      about: 'Nothing is here, and that is in order.',
      states: {
        'title only': <EmptyState title="No messages yet" />,
        'with a way on': (
          <EmptyState
            title="No projects yet"
            text="What you add is shown in the portfolio at once."
            action={<Button>Add project</Button>}
          />
        ),
        'with artwork': (
          <EmptyState title="Nothing matches" text="Try fewer words." art={<Pattern seed="empty" />} />
        ),
        'long text': <EmptyState title={long} text={long} />,
        Urdu: (
          <div lang="ur" dir="rtl">
            <EmptyState title={urdu} text={urdu} />
          </div>
        ),
      },
    },
    {
      name: 'ErrorState',
      file: 'ErrorState.tsx',
      about: 'Something failed, with a way to try again where that makes sense.',
      states: {
        'title only': <ErrorState title="The posts could not be loaded" />,
        'with retry': (
          <ErrorState
            title="The posts could not be loaded"
            text="The server did not answer. Your connection may be down."
            onRetry={retry}
          />
        ),
        busy: <ErrorState title="The posts could not be loaded" onRetry={retry} busy />,
        'long text': <ErrorState title={long} text={long} onRetry={retry} />,
      },
    },
  ],
};

function Undo({ text }: { text: string }) {
  const undoable = { undo: () => tell('undone'), forget: () => tell('forgotten') };
  return <UndoToast text={text} undoable={undoable} closeToast={() => tell('dismissed')} />;
}
