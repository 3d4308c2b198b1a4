import { Breadcrumbs } from './Breadcrumbs.tsx';
import { PageHead } from './PageHead.tsx';

interface TopPageHeadProps {
  title: string;
  /** One or two sentences. */
  description: string;
  path: string;
}

/** The head of a page that stands right below the home page and has one address. */
export function TopPageHead({ title, description, path }: TopPageHeadProps) {
  return (
    <>
      <PageHead title={title} description={description} path={path} />
      <Breadcrumbs trail={[{ name: title, path }]} />
    </>
  );
}
