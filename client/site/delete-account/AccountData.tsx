import { limits } from '#shared/limits.ts';
import type { SiteApp } from '#shared/schemas/site.ts';
import styles from './Explanation.module.css';

/** What is deleted and what is kept, app by app, and what becomes of the request itself. */
export function AccountData({ apps }: { apps: readonly SiteApp[] }) {
  return (
    <section aria-labelledby="data">
      <h2 className={styles.heading} id="data">
        What is deleted and what is kept
      </h2>
      <div className={styles.data}>
        {apps.length === 0 && <p>The account is deleted, along with everything the app stores with it.</p>}
        {apps.map((app) => (
          <div key={app.id} className={styles.app}>
            {apps.length > 1 && (
              <h3 className={styles.name} dir="auto">
                {app.name}
              </h3>
            )}
            <DataList title="Deleted" lines={app.deleted_data} none="Nothing is listed." />
            <DataList title="Kept" lines={app.kept_data} none="Nothing." />
          </div>
        ))}
        <p className={styles.note}>
          We keep your request itself, so that we can show that we did what you asked. It is erased{' '}
          {limits.trashDays} days after we remove it from our inbox; ask us if you want that sooner.
        </p>
      </div>
    </section>
  );
}

function DataList({ title, lines, none }: { title: string; lines: readonly string[]; none: string }) {
  return (
    <div>
      <p className={styles.kind}>{title}</p>
      {lines.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
