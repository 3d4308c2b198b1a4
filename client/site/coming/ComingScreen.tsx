import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { EmptyState } from '../../ui/empty-state/EmptyState.tsx';
import { PageTitle } from '../../ui/page-title/PageTitle.tsx';
import { Pattern } from '../../ui/pattern/Pattern.tsx';
import styles from './ComingScreen.module.css';

/** A page of SPEC §2 that this version does not have yet. Nothing links to it; an old link must not meet an error. */
export function Component() {
  return (
    <div className={styles.screen}>
      <PageTitle>Not published yet</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className={styles.title}>Not published yet</h1>
      <EmptyState
        art={<Pattern seed="coming" columns={8} rows={4} palette="copper" />}
        title="This page is not part of the site yet"
        text="What we write is here already."
        action={<Link to={pathTo('publishing')}>Go to Publishing</Link>}
      />
    </div>
  );
}
