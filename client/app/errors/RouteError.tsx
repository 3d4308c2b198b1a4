import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Loader } from '../../ui/loader/Loader.tsx';
import { PageTitle } from '../../ui/page-title/PageTitle.tsx';
import { chunks } from '../chunks/browser-chunks.ts';
import styles from './ErrorPage.module.css';

/**
 * The fallback of SPEC §8 for what nobody caught. A chunk that a screen asked for while it was shown ends up here too,
 * and gets the one reload of SPEC §4 first. Home is a plain link: a fresh page is the safest way on.
 */
export function RouteError({ inLayout = false }: { inLayout?: boolean }) {
  const error = useRouteError();
  const [reloading, setReloading] = useState(false);
  useEffect(() => setReloading(chunks.recover('screen-part', error)), [error]);
  if (reloading) return <Loader page />;
  const Region = inLayout ? 'div' : 'main';
  return (
    <Region className={styles.page} tabIndex={inLayout ? undefined : -1}>
      <PageTitle>Error</PageTitle>
      <h1 className={styles.title}>{messages['router.unexpected']}</h1>
      <p className={styles.text}>
        Something on this page broke that should not have. Reloading it often helps; if it does not, the rest
        of the site is still there.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => location.reload()}>Reload this page</Button>
        <a href={pathTo('home')}>Go to the home page</a>
      </div>
    </Region>
  );
}
