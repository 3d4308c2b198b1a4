import { useCallback, useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { frame } from '#shared/words/en/frame.ts';
import { Button } from '../ui/Button.tsx';
import { Loader } from '../ui/Loader.tsx';
import { PageTitle } from '../ui/PageHead.tsx';
import { Pattern } from '../ui/Pattern.tsx';
import { useWords } from '../words.ts';
import { chunks, isChunkError, isReachable, OfflineError } from './chunks.ts';
import styles from './ErrorPage.module.css';

/**
 * The error page for uncaught errors (docs/product.md §8). If the error is that a chunk could not be loaded, the
 * document is first reloaded once instead (docs/product.md §4). The link to the home page bypasses the router, so
 * that following it loads a fresh document.
 */
export function RouteError({ inLayout = false }: { inLayout?: boolean }) {
  const words = useWords(frame);
  const error = useRouteError();
  const [reloading, setReloading] = useState(false);
  const [offline, setOffline] = useState(error instanceof OfflineError);
  useEffect(() => {
    let stopped = false;
    setOffline(error instanceof OfflineError);
    if (!isChunkError(error)) return;
    void isReachable().then((reachable) => {
      if (stopped) return;
      if (reachable) setReloading(chunks.recover('screen-part', error));
      else setOffline(true);
    });
    return () => {
      stopped = true;
    };
  }, [error]);
  if (reloading) return <Loader page />;
  if (offline) return <Offline inLayout={inLayout} />;
  const Region = inLayout ? 'div' : 'main';
  return (
    <Region className={styles.page} tabIndex={inLayout ? undefined : -1}>
      <PageTitle>{words('error.title')}</PageTitle>
      <h1 className={styles.title}>{words('error.unexpected')}</h1>
      <p className={styles.text}>{words('error.text')}</p>
      <div className={styles.actions}>
        <Button onClick={() => location.reload()}>{words('error.reload')}</Button>
        <a href={pathTo('home')}>{words('error.home')}</a>
      </div>
    </Region>
  );
}

/** Milliseconds between two attempts to reach a server that does not answer although there is a network again. */
const pauseMs = 2_000;

/**
 * Shown if the script of a page cannot be loaded because there is no network. Going back in the browser leads to the
 * previous page, which still works. The document is reloaded only once the server answers again, so that the browser
 * does not show its own error page.
 */
function Offline({ inLayout }: { inLayout: boolean }) {
  const words = useWords(frame);
  const [trying, setTrying] = useState(false);
  // Stays true while another attempt is made: screen readers announce the text each time that it changes.
  const [failed, setFailed] = useState(false);
  const tryAgain = useCallback(async () => {
    setTrying(true);
    if (await isReachable()) return location.reload();
    setTrying(false);
    setFailed(true);
  }, []);
  useEffect(() => {
    const back = () => void tryAgain();
    window.addEventListener('online', back);
    // Tries repeatedly, because the first call often fails when the network has just come back.
    const timer = setInterval(() => failed && navigator.onLine && back(), pauseMs);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', back);
    };
  }, [tryAgain, failed]);
  const Region = inLayout ? 'div' : 'main';
  return (
    <Region className={styles.split} tabIndex={inLayout ? undefined : -1}>
      <PageTitle>{words('offline.title')}</PageTitle>
      <div className={styles.page}>
        <h1 className={styles.title}>{words('offline.title')}</h1>
        <p className={styles.text} role="status">
          {failed ? words('offline.still') : words('offline.text')}
        </p>
        <div className={styles.actions}>
          <Button onClick={() => void tryAgain()} busy={trying} busyLabel={words('state.tryingAgain')}>
            {words('state.tryAgain')}
          </Button>
        </div>
      </div>
      <Pattern className={styles.art} seed="offline" columns={5} rows={6} drawn />
    </Region>
  );
}
