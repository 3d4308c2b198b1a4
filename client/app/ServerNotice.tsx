import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import type { NoticeKind } from '#shared/page-bundle.ts';
import { pathTo } from '#shared/paths.ts';
import { frame } from '#shared/words/en/frame.ts';
import { PageStatus } from '../ui/PageStatus.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Pattern } from '../ui/Pattern.tsx';
import { useWords } from '../words.ts';
import styles from './ErrorPage.module.css';

/**
 * Returns the screen of a notice that the server sends instead of a page. The notice has no script; its link loads
 * the same URL again.
 */
export function noticeScreen(kind: NoticeKind, reference: string): ComponentType {
  return function ServerNotice() {
    const words = useWords(frame);
    const title = words(`notice.${kind}Title`);
    return (
      <div className={styles.split}>
        <PageTitle>{title}</PageTitle>
        <meta name="robots" content="noindex" />
        {kind === 'busy' && <PageStatus code={503} />}
        <div className={styles.page}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.text}>{words(`notice.${kind}Text`)}</p>
          <div className={styles.actions}>
            {/* biome-ignore lint/a11y/useValidAnchor: it asks for this very address again (RFC 3986 §4.4) */}
            <a href="">{words('state.tryAgain')}</a>
            <Link to={pathTo('home')}>{words('nav.home')}</Link>
          </div>
          {kind === 'failed' && (
            <p>
              {words('notice.reference')} <code>{reference}</code>
            </p>
          )}
        </div>
        <Pattern className={styles.art} seed={kind} columns={5} rows={6} />
      </div>
    );
  };
}
