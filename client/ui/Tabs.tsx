import type { KeyboardEvent, ReactNode } from 'react';
import styles from './Tabs.module.css';

interface TabsProps {
  label: string;
  /** Start of the ids: a tab has the id `name-key`. */
  name: string;
  tabs: readonly { key: string; label: string; content: ReactNode }[];
  /** Key of the open tab. */
  current: string;
  onChoose: (key: string) => void;
}

/**
 * Tabs with their panels (ARIA Authoring Practices): the arrow keys, Home and End open another tab. A panel stays
 * mounted while it is closed, so that it keeps what was typed in it, and is printed.
 */
export function Tabs({ label, name, tabs, current, onChoose }: TabsProps) {
  const idOf = (key: string) => `${name}-${key}`;
  const openByKey = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === current);
    const target = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = target === undefined ? undefined : tabs.at(target);
    if (!next) return;
    event.preventDefault();
    onChoose(next.key);
    document.getElementById(idOf(next.key))?.focus();
  };
  return (
    <div className="stack1">
      <div className={styles.tabs} role="tablist" aria-label={label} onKeyDown={openByKey}>
        {tabs.map(({ key, label: text }) => (
          <button
            key={key}
            type="button"
            role="tab"
            className={styles.tab}
            id={idOf(key)}
            aria-controls={`${idOf(key)}-panel`}
            aria-selected={key === current}
            tabIndex={key === current ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {text}
          </button>
        ))}
      </div>
      {tabs.map(({ key, content }) => (
        <div
          key={key}
          role="tabpanel"
          className={styles.panel}
          id={`${idOf(key)}-panel`}
          aria-labelledby={idOf(key)}
          hidden={key !== current}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel of text is reached and scrolled by keys
          tabIndex={0}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
