import type { KeyboardEvent, ReactNode } from 'react';
import styles from './Tabs.module.css';

interface TabListProps {
  label: string;
  /** Start of the ids: a tab has the id `name-key`. */
  name: string;
  tabs: readonly { key: string; label: string }[];
  /** Key of the open tab. */
  current: string;
  onChoose: (key: string) => void;
  disabled?: boolean;
}

/** Tabs without their panels (ARIA Authoring Practices): the arrow keys, Home and End open another tab. */
export function TabList({ label, name, tabs, current, onChoose, disabled }: TabListProps) {
  const openByKey = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === current);
    const target = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = target === undefined ? undefined : tabs.at(target);
    if (!next) return;
    event.preventDefault();
    onChoose(next.key);
    focusTab(name, next.key);
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label={label} onKeyDown={openByKey}>
      {tabs.map(({ key, label: text }) => (
        <button
          key={key}
          type="button"
          role="tab"
          className={styles.tab}
          id={`${name}-${key}`}
          aria-controls={`${name}-${key}-panel`}
          aria-selected={key === current}
          tabIndex={key === current ? 0 : -1}
          disabled={disabled}
          onClick={() => onChoose(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** Returns the button of a tab. */
export function tabOf(name: string, key: string) {
  return document.getElementById(`${name}-${key}`);
}

export function focusTab(name: string, key: string) {
  tabOf(name, key)?.focus();
}

/** Props of the panel of a tab. */
export function panelOf(name: string, key: string) {
  return { role: 'tabpanel', id: `${name}-${key}-panel`, 'aria-labelledby': `${name}-${key}` };
}

interface TabsProps extends Omit<TabListProps, 'tabs'> {
  tabs: readonly (TabListProps['tabs'][number] & { content: ReactNode })[];
}

/** Tabs with their panels. A panel stays mounted while it is closed, so that it keeps what was typed in it, and is printed. */
export function Tabs(props: TabsProps) {
  const { name, tabs, current } = props;
  return (
    <div className="stack1">
      <TabList {...props} />
      {tabs.map(({ key, content }) => (
        <div
          key={key}
          {...panelOf(name, key)}
          className={styles.panel}
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
