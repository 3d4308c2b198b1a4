import { limits } from '#shared/limits.ts';

/** Where the visitor came from, as the link that brought them says (`?source=`); nothing else is looked at. */
export function sourceOf(params: URLSearchParams): string {
  return (params.get('source') ?? '').trim().slice(0, limits.line);
}

/** The query by which the next page still knows it. */
export function sourceQuery(params: URLSearchParams): string {
  const source = sourceOf(params);
  return source ? `?${new URLSearchParams({ source })}` : '';
}
