import { PageTitle } from '../../ui/page-title/PageTitle.tsx';
import { ScreenHeader } from '../../ui/screen-header/ScreenHeader.tsx';

export function Component() {
  return (
    <>
      <PageTitle>Jobs</PageTitle>
      <ScreenHeader title="Jobs" />
    </>
  );
}
