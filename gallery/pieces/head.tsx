import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SiteInfoContext } from '../../client/site-info.ts';
import { Breadcrumbs, JsonLd, PageHead, TopLevelPageHead } from '../../client/ui/PageHead.tsx';
import { PageStatus } from '../../client/ui/PageStatus.tsx';
import { PageTitle } from '../../client/ui/PageTitle.tsx';
import type { Group } from '../piece.ts';
import { company, long, origin } from '../samples.ts';
import styles from './specimens.module.css';

export const head: Group = {
  name: 'What is in the head',
  pieces: [
    {
      name: 'PageHead',
      file: 'PageHead.tsx',
      about: 'What a public page says of itself to search engines and to whoever shows a link to it.',
      wide: true,
      states: {
        'of an article': written(
          <PageHead
            title="Waiting rooms"
            description="On patience."
            path="/blog/1"
            type="article"
            published="2026-05-12"
          />,
        ),
        'of the home page': written(<PageHead path="/" />),
        'that should not be found': written(<PageHead title="Search" path="/blog?search=reel" noindex />),
        'long text': written(<PageHead title={long} description={long} path="/blog/2" />),
      },
    },
    {
      name: 'TopLevelPageHead',
      file: 'PageHead.tsx',
      about: 'The same, for a page that stands right below the home page.',
      wide: true,
      states: {
        default: written(<TopLevelPageHead title="Careers" description="Work with us." path="/careers" />),
      },
    },
    {
      name: 'PageTitle',
      file: 'PageTitle.tsx',
      about: 'The title of a page that nobody should find, such as those of the admin area.',
      wide: true,
      states: { default: written(<PageTitle>Messages</PageTitle>) },
    },
    {
      name: 'PageStatus',
      file: 'PageStatus.tsx',
      about: 'The status that the server answers with where there is nothing to show.',
      wide: true,
      states: {
        'not there': written(<PageStatus code={404} />),
        'no longer there': written(<PageStatus code={410} />),
        'not right now': written(<PageStatus code={503} />),
      },
    },
    {
      name: 'Breadcrumbs',
      file: 'PageHead.tsx',
      about: 'Where the page stands, for search engines.',
      wide: true,
      states: {
        default: written(
          <Breadcrumbs
            trail={[
              { name: 'Blog', path: '/blog' },
              { name: 'Waiting rooms', path: '/blog/1' },
            ]}
          />,
        ),
      },
    },
    {
      name: 'JsonLd',
      file: 'PageHead.tsx',
      about: 'Structured data, written so that no text can end its element.',
      wide: true,
      states: { 'a text that tries to': written(<JsonLd data={() => ({ name: '</script>' })} />) },
    },
  ],
};

/** Renders a piece's markup as text: only machines read it, and as real markup it would describe the gallery. */
function written(piece: ReactNode): ReactNode {
  const markup = renderToStaticMarkup(
    <SiteInfoContext value={{ site: company, origin }}>{piece}</SiteInfoContext>,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <pre className={styles.markup} tabIndex={0}>
      {markup.replaceAll('><', '>\n<') || 'Nothing: the status is all it says.'}
    </pre>
  );
}
