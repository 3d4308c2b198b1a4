import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { SiteApp } from '#shared/schemas/site.ts';
import { apps as appsWords } from '#shared/words/en/apps.ts';
import { useSite } from '../../site-info.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Artwork } from '../../ui/gallery/Artwork.tsx';
import { ArrowUpRightIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { NameText, WrittenText } from '../../ui/WrittenText.tsx';
import { asNode, useWords } from '../../words.ts';
import { PageIntro } from '../PageIntro.tsx';
import { EmptyList } from '../PageStates.tsx';
import styles from './AppsScreen.module.css';

/** /apps: the company's apps, where to get them, and how to delete an account. */
export function Component() {
  const words = useWords(appsWords);
  const { apps, pages } = useSite();
  const { head } = pages.apps;
  return (
    <div className="page stack7">
      <PageIntro head={head} path={pathTo('apps')} />
      {apps.length === 0 ? (
        <EmptyList
          level={2}
          seed="no-apps"
          title={words('apps.none')}
          text={words('apps.noneText')}
          action={<Link to={pathTo('portfolio')}>{words('apps.portfolio')}</Link>}
        />
      ) : (
        <ul className="stack7">
          {apps.map((app) => (
            <AppEntry key={app.id} app={app} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** One app: its icon, a description, its stores, and the page for deleting an account. */
function AppEntry({ app }: { app: SiteApp }) {
  const words = useWords(appsWords);
  return (
    <li className={styles.app} id={app.id}>
      <div className={styles.icon}>
        {app.icon ? (
          <Artwork src={app.icon} alt="" seed={app.id} sizes="clamp(6.5rem, 18vw, 16rem)" largest={640} />
        ) : (
          <span className={styles.initial} aria-hidden="true">
            {[...app.name][0]}
          </span>
        )}
      </div>
      <div className="stack4">
        <WrittenText as="h2" className={styles.name}>
          {app.name}
        </WrittenText>
        <WrittenText className={styles.summary}>{app.summary}</WrittenText>
        {app.stores.length > 0 ? (
          <ul className="row3">
            {app.stores.map(({ store, url }) => (
              <li key={`${store} ${url}`}>
                <a
                  className={buttonClass({ size: 'large' })}
                  href={url}
                  target="_blank"
                  rel="noreferrer noopener"
                >
                  {asNode(
                    words.parts('apps.store', {
                      store,
                      name: () => <NameText>{app.name}</NameText>,
                      hidden: (text) => <VisuallyHidden>{asNode(text)}</VisuallyHidden>,
                    }),
                  )}{' '}
                  <ArrowUpRightIcon size={18} />
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p className="soft">{words('apps.noStore')}</p>
        )}
        <p className={styles.end}>
          <span>
            {asNode(words.parts('apps.by', { developer: () => <NameText>{app.developer}</NameText> }))}
          </span>
          <Link to={`${pathTo('deleteAccount')}?${new URLSearchParams({ app: app.id })}`}>
            {asNode(
              words.parts('apps.delete', {
                name: () => <NameText>{app.name}</NameText>,
                hidden: (text) => <VisuallyHidden>{asNode(text)}</VisuallyHidden>,
              }),
            )}
          </Link>
        </p>
      </div>
    </li>
  );
}
