import { Button } from '../../client/ui/Button.tsx';
import { IconButton } from '../../client/ui/IconButton.tsx';
import { ArrowLeftIcon, ArrowRightIcon } from '../../client/ui/icons.tsx';
import layoutStyles from '../../client/ui/layout/layout.module.css';
import { SectionHead } from '../../client/ui/layout/SectionHead.tsx';
import { DetailPane, SplitPane } from '../../client/ui/layout/SplitPane.tsx';
import { ScreenHeader } from '../../client/ui/ScreenHeader.tsx';
import { SkipLink } from '../../client/ui/VisuallyHidden.tsx';
import styles from '../gallery.module.css';
import { Held, long, type Pieces, states, urdu } from '../samples.tsx';

const back = (
  <IconButton label="Back to the list">
    <ArrowLeftIcon />
  </IconButton>
);
const onward = (
  <a className={layoutStyles.onward} href="?piece=SectionHead">
    All of it <ArrowRightIcon />
  </a>
);

export const layout: Pieces = {
  ScreenHeader: states(
    ScreenHeader,
    { actions: <Button>Save</Button> },
    {
      default: { title: 'Blogs' },
      'long text, with a way back': { title: long, before: back },
      Urdu: { title: urdu },
    },
  ),
  SectionHead: states(
    SectionHead,
    { onward },
    {
      default: { id: 'work', title: 'Selected work', onward: undefined },
      'long text, with a way on': { id: 'long', title: long },
      Urdu: { id: 'urdu', title: urdu },
    },
  ),
  SplitPane: {
    'open one': (
      <Held start={false}>
        {(open, setOpen) => (
          <SplitPane open={open}>
            <Button variant="quiet" onClick={() => setOpen(true)}>
              A question about the reel
            </Button>
            {open && (
              <DetailPane
                id={1}
                label="Message"
                title="A question about the reel"
                closeLabel="Close the message"
                onClose={() => setOpen(false)}
              >
                <p>{long}</p>
              </DetailPane>
            )}
          </SplitPane>
        )}
      </Held>
    ),
  },
  'layout.module.css': {
    'stretched, over its whole card, which is answering': (
      <div className={`${layoutStyles.answering} ${styles.window}`}>
        <a className={layoutStyles.stretched} href="?piece=layout.module.css">
          Studio reel
        </a>
        <p className={layoutStyles.answeringArrow}>
          Press anywhere. <ArrowRightIcon />
        </p>
      </div>
    ),
    answeringLinks: (
      <p className={layoutStyles.answeringLinks}>
        <a href="?piece=layout.module.css">Portfolio</a>
      </p>
    ),
    'clamped to two lines': <p className={layoutStyles.clamped}>{`${long}. ${long}.`}</p>,
    'clampedName, in Urdu': <p className={layoutStyles.clampedName}>{urdu}</p>,
  },
  SkipLink: {
    'press Tab into this': (
      <div className={styles.window}>
        <SkipLink />
      </div>
    ),
  },
};
