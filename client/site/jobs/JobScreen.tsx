import { PageTitle } from '../../ui/page-title/PageTitle.tsx';

export function Component() {
  return <PageTitle>Soon</PageTitle>;
}
