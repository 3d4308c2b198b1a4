import { type ReactNode, useEffect, useState } from 'react';
import { SiteInfoContext } from '../client/site-info.ts';
import { SegmentedControl } from '../client/ui/fields/SegmentedControl.tsx';
import { TextField } from '../client/ui/fields/TextField.tsx';
import { Toaster } from '../client/ui/Toaster.tsx';
import { useMediaQuery } from '../client/ui/use-media-query.ts';
import { SkipLink } from '../client/ui/VisuallyHidden.tsx';
import styles from './GalleryPage.module.css';
import { type Piece, pieceId } from './piece.ts';
import { groups } from './pieces/index.ts';
import { company, origin } from './samples.ts';
import { useNewestTold } from './told.ts';

const themes = [
  { value: 'system', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'both', label: 'Both' },
] as const;
type Theme = (typeof themes)[number]['value'];

/** Shows every piece, or the one in the URL: `?piece=Button`. `?theme=both` shows light and dark side by side. */
export function GalleryPage() {
  const asked = new URLSearchParams(location.search);
  const only = asked.get('piece');
  const [theme, setTheme] = useState<Theme>(
    themes.find(({ value }) => value === asked.get('theme'))?.value ?? 'system',
  );
  const [wanted, setWanted] = useState('');
  // The browser looks for the anchor before the pieces are rendered.
  useEffect(() => void document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  const shown = groups
    .map((group) => ({
      ...group,
      pieces: group.pieces.filter((piece) => isShown(group.name, piece, only, wanted)),
    }))
    .filter(({ pieces }) => pieces.length > 0);
  const count = shown.reduce((sum, { pieces }) => sum + pieces.length, 0);
  return (
    <SiteInfoContext value={{ site: company, origin }}>
      <div className={styles.page} data-theme={theme === 'light' || theme === 'dark' ? theme : undefined}>
        <SkipLink />
        <header className={styles.aside}>
          <h1 className={styles.name}>Gallery</h1>
          <SegmentedControl label="Theme" hideLabel value={theme} options={themes} onChange={setTheme} />
          {only === null ? (
            <>
              <TextField
                label="Find a piece"
                type="search"
                value={wanted}
                onChange={(event) => setWanted(event.currentTarget.value)}
              />
              <Names groups={shown} count={count} />
            </>
          ) : (
            <a href={location.pathname}>All pieces</a>
          )}
        </header>
        <main id="main" className={styles.main} tabIndex={-1}>
          {shown.map(({ name, pieces }) => (
            <div key={name} className={styles.group}>
              <p className={styles.groupName}>{name}</p>
              {pieces.map((piece) => (
                <Specimen key={piece.name} piece={piece} both={theme === 'both'} />
              ))}
            </div>
          ))}
          {count === 0 && <p>No piece has this in its name or in what it is for.</p>}
        </main>
        <NewestTold />
        <Toaster />
      </div>
    </SiteInfoContext>
  );
}

function isShown(group: string, { name, file, about }: Piece, only: string | null, wanted: string): boolean {
  if (only !== null) return pieceId(name) === pieceId(only);
  return `${group} ${name} ${file} ${about}`.toLowerCase().includes(wanted.trim().toLowerCase());
}

function Names({ groups: shown, count }: { groups: typeof groups; count: number }) {
  const beside = useMediaQuery('from-lg');
  const list = (
    <nav aria-label="Pieces" className={styles.names}>
      {shown.map(({ name, pieces }) => (
        <div key={name}>
          <p className={styles.namesGroup}>{name}</p>
          <ul className={styles.namesList}>
            {pieces.map((piece) => (
              <li key={piece.name}>
                <a className={styles.link} href={`#${pieceId(piece.name)}`}>
                  {piece.name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
  if (beside) return list;
  return (
    <details>
      <summary className={styles.summary}>{count === 1 ? '1 piece' : `${count} pieces`}</summary>
      {list}
    </details>
  );
}

function Specimen({ piece, both }: { piece: Piece; both: boolean }) {
  const id = pieceId(piece.name);
  return (
    <section id={id} className={styles.piece}>
      <header className={styles.pieceHead}>
        <h2 className={styles.pieceName}>{piece.name}</h2>
        <a
          className={styles.alone}
          href={`?piece=${encodeURIComponent(piece.name)}`}
          aria-label={`${piece.name} alone`}
        >
          ExclusiveLock
        </a>
        <p className={styles.about}>{piece.about}</p>
        <code className={styles.file}>client/ui/{piece.file}</code>
      </header>
      <div className={styles.states} data-wide={piece.wide || both || undefined}>
        {Object.entries(piece.states).map(([name, state]) => (
          <figure key={name} className={styles.state}>
            <figcaption className={styles.stateName}>{name}</figcaption>
            {both ? (
              <div className={styles.both}>
                <Ground theme="light">{state}</Ground>
                <Ground theme="dark">{state}</Ground>
              </div>
            ) : (
              <Ground>{state}</Ground>
            )}
          </figure>
        ))}
      </div>
    </section>
  );
}

function Ground({ theme, children }: { theme?: 'light' | 'dark'; children: ReactNode }) {
  return (
    <div className={styles.ground} data-theme={theme}>
      {children}
    </div>
  );
}

/** Shows the newest event of a piece, as a screen would receive it. */
function NewestTold() {
  const told = useNewestTold();
  return told === undefined ? null : (
    <p className={styles.told}>
      <span className={styles.toldName}>Told</span> {told}
    </p>
  );
}
