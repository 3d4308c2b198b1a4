import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import type { NoticeKind } from '#shared/page-bundle.ts';
import { pathTo } from '#shared/paths.ts';
import { PageStatus } from '../ui/PageStatus.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Pattern } from '../ui/Pattern.tsx';
import styles from './ErrorPage.module.css';

const noticeTexts = {
  busy: {
    title: 'Back in a moment',
    text: 'Many people are reading this site right now. Give it a few seconds, then try again.',
  },
  failed: {
    title: 'This page is broken',
    text: 'Something went wrong on our side. The rest of the site still works.',
  },
} satisfies Record<NoticeKind, unknown>;

/**
 * Returns the screen of a notice that the server sends instead of a page. The notice has no script; its link loads
 * the same URL again.
 */
export function noticeScreen(kind: NoticeKind, reference: string): ComponentType {
  const { title, text } = noticeTexts[kind];
  return function ServerNotice() {
    return (
      <div className={styles.split}>
        <PageTitle>{title}</PageTitle>
        <meta name="robots" content="noindex" />
        {kind === 'busy' && <PageStatus code={503} />}
        <div className={styles.page}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.text}>{text}</p>
          <div className={styles.actions}>
            {/* biome-ignore lint/a11y/useValidAnchor: it asks for this very address again (RFC 3986 §4.4) */}
            <a href="">Try again</a>
            <Link to={pathTo('home')}>Home</Link>
          </div>
          {kind === 'failed' && (
            <p>
              Reference for our staff: <code>{reference}</code>
            </p>
          )}
        </div>
        <Pattern className={styles.art} seed={kind} columns={5} rows={6} />
      </div>
    );
  };
}
