import { useParams } from 'react-router-dom';
import { ownPathOf } from '#shared/site/own-path.ts';
import { ownTextQuery } from '../../api/own-text.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { OwnPage } from '../../site/own-page/OwnPage.tsx';
import { Component as NotFound } from '../NotFoundScreen.tsx';

export const prefetch: Prefetch = async (reads, { params }) => {
  const path = ownPathOf(`/${params.ownPath ?? ''}`);
  if (path !== undefined) await reads.main(ownTextQuery(path));
};

/** A page of the company's own, such as /about; the 404 page if there is none at this path. */
export function Component() {
  const { ownPath = '' } = useParams();
  const path = ownPathOf(`/${ownPath}`);
  return path === undefined ? <NotFound /> : <OwnPage key={path} path={path} notFound={<NotFound />} />;
}
