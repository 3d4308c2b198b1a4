import type { ComponentProps } from 'react';
import { AddressLines } from '../../client/ui/AddressLines.tsx';
import { Button } from '../../client/ui/Button.tsx';
import { Artwork } from '../../client/ui/gallery/Artwork.tsx';
import { Gallery, Lightbox } from '../../client/ui/gallery/Gallery.tsx';
import * as icons from '../../client/ui/icons.tsx';
import { ArrowRightIcon } from '../../client/ui/icons.tsx';
import { SectionHead } from '../../client/ui/layout/SectionHead.tsx';
import { DetailPane, SplitPane } from '../../client/ui/layout/SplitPane.tsx';
import { Pattern } from '../../client/ui/Pattern.tsx';
import { Posting } from '../../client/ui/Posting.tsx';
import { RichText } from '../../client/ui/rich-text/RichText.tsx';
import { ScreenHeader } from '../../client/ui/ScreenHeader.tsx';
import { SkipLink, VisuallyHidden } from '../../client/ui/VisuallyHidden.tsx';
import { Wordmark } from '../../client/ui/Wordmark.tsx';
import { NoBreakHyphens } from '../../client/ui/WrittenText.tsx';
import styles from '../gallery.module.css';
import { Held, long, type Pieces, pictures, states, urdu } from '../samples.tsx';

const job: ComponentProps<typeof Posting>['job'] = {
  title: 'Motion designer',
  department: 'Film',
  employment_type: 'FULL_TIME',
  location_type: 'hybrid',
  city: 'Peshawar',
  region: null,
  country: 'Pakistan',
  description:
    '<p>You make pictures move.</p><h2>What you bring</h2><ul><li>A reel</li><li>Patience</li></ul>',
  salary_min: 150_000,
  salary_max: 220_000,
  salary_currency: 'PKR',
  salary_unit: 'MONTH',
  show_salary: 1,
  openings: 2,
  posted_at: '2026-05-02T08:00:00Z',
  closes_at: '2026-05-22',
};

const english = `<h2>A heading</h2>
<p>A paragraph with <strong>bold</strong>, <em>italic</em> and <a href="https://studio.example">a link</a>.</p>
<ol><li data-list="bullet">One</li><li data-list="bullet" class="ql-indent-1">Inside</li></ol>
<ol><li data-list="ordered">First</li><li data-list="ordered">Second</li></ol>
<blockquote>Said by somebody else.</blockquote>
<div class="ql-code-block-container"><div class="ql-code-block">const answer = 42;</div></div>`;

const mixed = `<h2>روشنی اور آواز</h2><p>ہم نے 2026 کی پہلی فلم بنائی۔ اس میں React Native اور چار لوگ تھے۔</p>
<ol><li data-list="bullet">پہلی بات: سنیے</li><li data-list="bullet">HTML</li></ol>
<blockquote>جو نقش چھوڑے وہی کام ہے۔</blockquote><p>This paragraph stands in English, and runs its own way.</p>`;

export const reading: Pieces = {
  AddressLines: {
    English: <AddressLines address={{ street: '12 Mall Road', city: 'Lahore', country: 'Pakistan' }} />,
  },
  RichText: {
    English: <RichText html={english} />,
    'Urdu and English': <RichText html={mixed} />,
    'long text': <RichText html={`<h2>${long}</h2><p>${long}. ${long}.</p>`} />,
  },
  Posting: states(
    Posting,
    { job, now: new Date('2026-05-20T09:00:00Z'), level: 3 },
    {
      'closes soon': { action: <Button>Apply for this job</Button> },
      closed: { job: { ...job, closes_at: '2026-05-01' } },
      'long text': { job: { ...job, title: long, department: long } },
    },
  ),
  NoBreakHyphens: {
    default: <NoBreakHyphens>On-site or part-time, in a line that may well be too narrow</NoBreakHyphens>,
  },
  VisuallyHidden: {
    default: (
      <p>
        There is more here than you see. <VisuallyHidden>{urdu}</VisuallyHidden>
      </p>
    ),
  },
};

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

const images = Object.values(pictures).map((image, id) => ({ id, image }));

export const picturePieces: Pieces = {
  Artwork: {
    filled: (
      <div className={styles.picture}>
        <Artwork src={pictures.cinema} alt="A picture" seed="a" sizes="20rem" />
      </div>
    ),
  },
  Gallery: { 'several images': <Gallery images={images} title="Open-air cinema" seed="cinema" /> },
  Lightbox: {
    'several images': (
      <Held<number | undefined> start={undefined}>
        {(current, show) => (
          <>
            <Button onClick={() => show(0)}>Open-air cinema</Button>
            {current !== undefined && (
              <Lightbox
                images={images}
                seed="lightbox"
                title="Open-air cinema"
                current={current}
                onShow={show}
                onClose={() => show(undefined)}
              />
            )}
          </>
        )}
      </Held>
    ),
  },
  Pattern: {
    accent: (
      <div className={styles.picture}>
        <Pattern seed="Waiting rooms" palette="accent" />
      </div>
    ),
  },
  Wordmark: { name: <Wordmark /> },
  icons: {
    all: (
      <ul className={styles.tiles}>
        {Object.entries(icons).map(([name, Icon]) => (
          <li key={name}>
            <Icon /> {name}
          </li>
        ))}
      </ul>
    ),
  },
};
