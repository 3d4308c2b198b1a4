import { pathTo } from '#shared/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Pattern } from '../../ui/Pattern.tsx';
import { BackLink } from './BackLink.tsx';

interface NotShownProps {
  pageTitle: string;
  title: string;
  text: string;
  seed: string;
}

/** There is nothing at this address; search engines are told as much. */
export function NotShown({ pageTitle, title, text, seed }: NotShownProps) {
  return (
    <>
      <PageTitle>{pageTitle}</PageTitle>
      <PageStatus code={404} />
      <EmptyState
        art={<Pattern seed={seed} columns={8} rows={4} />}
        level={1}
        title={title}
        text={text}
        action={<BackLink to={pathTo('portfolio')}>All fields</BackLink>}
      />
    </>
  );
}
