import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { categoryPath, categoryTitleOf } from '#shared/category-path.ts';
import type { Category } from '#shared/schemas/category.ts';
import { translateError } from '../../api/api-error.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import layout from '../../ui/layout/layout.module.css';
import { PageStatus, PageStatusSink } from '../../ui/PageStatus.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { pageOf, usePageNumber } from '../../use-page-number.ts';
import { FieldHead } from './category/FieldHead.tsx';
import { FieldHero, FieldHeroPlace } from './category/FieldHero.tsx';
import { FieldProjects } from './category/FieldProjects.tsx';
import { LogoStrip } from './category/LogoStrip.tsx';
import { ProjectPlaces } from './category/ProjectPlaces.tsx';
import { fieldByTitleQuery, useFieldByTitle } from './field-by-title.ts';
import { isMissing } from './is-missing.ts';
import { NotShown } from './NotShown.tsx';
import { prefetchField } from './prefetch.ts';
import styles from './Screen.module.css';

export const prefetch: Prefetch = (reads, { url, params }) =>
  prefetchField(reads, categoryTitleOf(params.fieldTitle ?? ''), pageOf(url.searchParams));

/** /portfolio/{fieldTitle}: what was made in one field. */
export function Component() {
  const { fieldTitle = '' } = useParams();
  return (
    <div className={classNames(layout.page, styles.screen)}>
      <Field key={fieldTitle} title={categoryTitleOf(fieldTitle)} />
    </div>
  );
}

function Field({ title }: { title: string }) {
  const [page] = usePageNumber();
  const field = useFieldByTitle(title);
  useAddressOf(field.isPlaceholderData ? undefined : field.data, title);
  if (field.data) {
    const { data } = field;
    return (
      <>
        <FieldHead field={data} page={page} />
        <FieldHero field={data} />
        <LogoStrip field={data} />
        <FieldProjects field={data} page={page} />
      </>
    );
  }
  if (field.isPending) {
    return (
      <>
        <PageTitle>{title}</PageTitle>
        <FieldHeroPlace title={title} />
        <ProjectPlaces />
      </>
    );
  }
  if (isMissing(field.error)) {
    return (
      <NotShown
        pageTitle="Field not found"
        title="We couldn’t find this field"
        text="It may have a new name, or the link may be incomplete."
        seed="no-field"
      />
    );
  }
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageStatus code={503} />
      <ErrorState
        level={1}
        title="We can’t show this field right now"
        text={translateError(field.error).message}
        onRetry={() => void field.refetch()}
        busy={field.isFetching}
      />
    </>
  );
}

/**
 * A field that has another name by now, or the same in other letters, is shown at the address of that name: the server answers 301,
 * and in a browser the address is replaced. Two names that make one address are the same.
 */
function useAddressOf(field: Category | undefined, asked: string): void {
  const sink = useContext(PageStatusSink);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const address = field && categoryPath(field.title);
  const moved = address !== undefined && address !== categoryPath(asked) ? address + search : undefined;
  if (moved !== undefined) sink.movedTo = moved;
  useEffect(() => {
    if (moved === undefined || !field) return;
    client.setQueryData(fieldByTitleQuery(field.title).queryKey, field);
    void navigate(moved, { replace: true });
  }, [moved, field, client, navigate]);
}
