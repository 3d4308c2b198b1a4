import { aboutParam, formAnchors } from './page-forms.ts';
import { type RouteName, routes } from './routes.ts';

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Params<Name extends RouteName> = ParamNames<(typeof routes)[Name]>;

/**
 * Returns the path of a route. All links inside the site are made here, in the client and on the server. A missing
 * param does not compile; values are percent-encoded.
 */
export function pathTo<Name extends RouteName>(
  name: Name,
  ...[params]: [Params<Name>] extends [never] ? [] : [params: Record<Params<Name>, string | number>]
) {
  const values: Record<string, string | number> = params ?? {};
  return routes[name].replace(/:(\w+)/g, (_mark, param: string) => encodeURIComponent(values[param] ?? ''));
}

/** Returns the address of the contact form, for a message about the work with this title. */
export function contactFormPath(about?: string) {
  const query = about === undefined ? '' : `?${aboutParam}=${encodeURIComponent(about)}`;
  return `${pathTo('contact')}${query}#${formAnchors.contact}`;
}
