import { Button } from '../../client/ui/Button.tsx';
import { ArrowRightIcon } from '../../client/ui/icons.tsx';
import { SectionHead } from '../../client/ui/layout/SectionHead.tsx';
import { DetailPane, SplitPane } from '../../client/ui/layout/SplitPane.tsx';
import { ScreenHeader } from '../../client/ui/ScreenHeader.tsx';
import { SkipLink } from '../../client/ui/VisuallyHidden.tsx';
import styles from '../gallery.module.css';
import { Held, long, type Pieces } from '../samples.tsx';

export const layout: Pieces = {
  ScreenHeader: { default: <ScreenHeader title="Blogs" actions={<Button>Save</Button>} /> },
  SectionHead: { default: <SectionHead id="work" title="Selected work" /> },
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
  'layout.css': {
    'covers, over its whole card, which answers': (
      <div className={`answers ${styles.window}`}>
        <a className="covers" href="?piece=layout.css">
          Studio reel
        </a>
        <p className="leads">
          Press anywhere. <ArrowRightIcon />
        </p>
      </div>
    ),
    'clamped to two lines': <p className="clamped">{`${long}. ${long}.`}</p>,
  },
  SkipLink: {
    'press Tab into this': (
      <div className={styles.window}>
        <SkipLink />
      </div>
    ),
  },
};
