import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { EmptyState } from '../../ui/empty-state/EmptyState.tsx';
import { PageTitle } from '../../ui/page-title/PageTitle.tsx';
import { Pattern } from '../../ui/pattern/Pattern.tsx';
import { ScreenHeader } from '../../ui/screen-header/ScreenHeader.tsx';

/** A screen of SPEC §2 that this version does not have yet: it says so, and where to go on. */
export function comingScreen(name: string) {
  return function ComingScreen() {
    return (
      <>
        <PageTitle>{name}</PageTitle>
        <ScreenHeader title={name} />
        <EmptyState
          art={<Pattern seed={name} columns={8} rows={4} />}
          title={`${name} is not part of this version yet`}
          text="Posts can be written and published today. The rest of the dashboard follows."
          action={<Link to={pathTo('adminBlogs')}>Go to Blogs</Link>}
        />
      </>
    );
  };
}
