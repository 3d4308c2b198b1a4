import { type CSSProperties, useId, useState } from 'react';
import { Button } from '../../client/ui/Button.tsx';
import { IconButton } from '../../client/ui/IconButton.tsx';
import { ArrowLeftIcon, ArrowRightIcon } from '../../client/ui/icons.tsx';
import layoutStyles from '../../client/ui/layout/layout.module.css';
import { SectionHead } from '../../client/ui/layout/SectionHead.tsx';
import { DetailPane, SplitPane } from '../../client/ui/layout/SplitPane.tsx';
import { ScreenHeader } from '../../client/ui/ScreenHeader.tsx';
import { SkipLink } from '../../client/ui/VisuallyHidden.tsx';
import type { Group } from '../piece.ts';
import { long, longLabel, urdu } from '../samples.ts';
import styles from './specimens.module.css';

const back = (
  <IconButton label="Back to the list">
    <ArrowLeftIcon />
  </IconButton>
);

export const layout: Group = {
  name: 'Layout',
  pieces: [
    {
      name: 'ScreenHeader',
      file: 'ScreenHeader.tsx',
      about: 'The head of an admin screen, with what can be done there.',
      wide: true,
      states: {
        default: <ScreenHeader title="Blogs" />,
        'with actions': <ScreenHeader title="Blogs" actions={<Button>Add blog</Button>} />,
        'with a way back': <ScreenHeader title="Edit blog" before={back} actions={<Button>Save</Button>} />,
        'long text': <ScreenHeader title={long} before={back} actions={<Button>Save</Button>} />,
        Urdu: <ScreenHeader title={urdu} actions={<Button>Save</Button>} />,
      },
    },
    {
      name: 'SectionHead',
      file: 'layout/SectionHead.tsx',
      about: 'The head of a section of a public page, with a link to all of what it shows some of.',
      wide: true,
      states: {
        default: <Section title="Selected work" />,
        'with a way on': <Section title="Selected work" onward />,
        'long text': <Section title={long} onward />,
        Urdu: <Section title={urdu} onward />,
      },
    },
    {
      name: 'SplitPane',
      file: 'layout/SplitPane.tsx',
      about:
        'A list, and a DetailPane with what is open of it: beside the list on wide windows, above it on others.',
      wide: true,
      states: { 'open one': <Split /> },
    },
    {
      name: 'layout.module.css',
      file: 'layout/layout.module.css',
      about: 'Classes for elements that a screen has anyway. page is the frame of every public page.',
      states: {
        onward: (
          <a className={layoutStyles.onward} href="#layout-module-css">
            All projects <ArrowRightIcon />
          </a>
        ),
        'stretched, over its whole card, which is answering': (
          <div className={`${layoutStyles.answering} ${styles.card}`}>
            <h3>
              <a className={layoutStyles.stretched} href="#layout-module-css">
                Studio reel
              </a>
            </h3>
            <p className={layoutStyles.answeringArrow}>
              Press anywhere. <ArrowRightIcon />
            </p>
          </div>
        ),
        answeringLinks: (
          <ul className={layoutStyles.answeringLinks}>
            <li>
              <a href="#layout-module-css">Portfolio</a>
            </li>
          </ul>
        ),
        'clamped to two lines': <p className={layoutStyles.clamped}>{`${long}. ${long}.`}</p>,
        'clamped to one line': (
          <p className={layoutStyles.clamped} style={{ '--lines': 1 } as CSSProperties}>
            {long}
          </p>
        ),
        'clampedName, in a list of several languages': (
          <ul className={styles.stack}>
            {['Reel', urdu, long].map((name) => (
              <li key={name} className={layoutStyles.clampedName}>
                {name}
              </li>
            ))}
          </ul>
        ),
      },
    },
    {
      name: 'SkipLink',
      file: 'VisuallyHidden.tsx',
      about: 'First in the tab order of every page; seen only while it has the focus.',
      states: {
        'press Tab into this': (
          <div className={styles.window}>
            <SkipLink />
          </div>
        ),
      },
    },
  ],
};

function Section({ title, onward = false }: { title: string; onward?: boolean }) {
  return (
    <SectionHead
      id={useId()}
      title={title}
      onward={
        onward && (
          <a className={layoutStyles.onward} href="#sectionhead">
            All of it <ArrowRightIcon />
          </a>
        )
      }
    />
  );
}

const messages = ['A question about the reel', 'An invoice', longLabel];

function Split() {
  const [open, setOpen] = useState<number>();
  return (
    <SplitPane open={open !== undefined}>
      <ul className={styles.stack}>
        {messages.map((title, id) => (
          <li key={title}>
            <Button variant="quiet" onClick={() => setOpen(id)}>
              {title}
            </Button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <DetailPane
          id={open}
          label="Message"
          title={messages[open] ?? ''}
          closeLabel="Close the message"
          onClose={() => setOpen(undefined)}
        >
          <p>{long}</p>
        </DetailPane>
      )}
    </SplitPane>
  );
}
