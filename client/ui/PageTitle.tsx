import { useSite } from '../site-info.ts';

/** The title of the page, followed by the studio's name. */
export function PageTitle({ children }: { children: string }) {
  const { name } = useSite();
  return <title>{`${children} · ${name}`}</title>;
}
