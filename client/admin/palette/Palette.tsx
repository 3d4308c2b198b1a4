import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { languageOf } from '#shared/text-direction.ts';
import { translateError } from '../../api/api-error.ts';
import { listQuery } from '../../api/call-query.ts';
import { useHostSupports } from '../../api/host-support.ts';
import { onSignedOut } from '../../api/session.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx';
import { useModal } from '../../ui/use-modal.ts';
import { useRested } from '../../ui/use-rested.ts';
import { useMay } from '../shared/access.tsx';
import { actionsFor, entryOf, type PaletteEntry } from './entries.ts';
import styles from './Palette.module.css';

export interface PaletteProps {
  onClose: () => void;
  onLogout: () => void;
  onChangePassword: () => void;
}

/** Length of the pause in typing, in milliseconds, after which the search is sent. */
const restMs = 180;

/** Index to which a key moves the choice. `at` is the index of the current entry, `last` that of the last one. */
const steps: Partial<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
};

/**
 * One search field for records, screens and actions. A combobox with a grouped list (ARIA Authoring Practices,
 * Combobox): the focus stays in the field, and the arrows move the choice.
 */
export default function Palette({ onClose, onLogout, onChangePassword }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const navigate = useNavigate();
  const may = useMay();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const takes = useHostSupports('findAnything');
  const search = text.trim();
  const rested = useRested(search, search === '' ? 0 : restMs);
  const { data, error, isFetching, isPlaceholderData } = useFound(rested, takes === true);
  const isPending = isFetching && (isPlaceholderData || !data);
  const isStale = takes === true && search !== '' && (search !== rested || isPending);
  useModal({ dialog, open: true, dismissable: true, onClose });

  const actions = actionsFor(search, may);
  const things = search ? (data?.found ?? []).map((thing) => entryOf(thing, may)) : recentlyChosen();
  const entries = [...things, ...actions];
  const current = entries[Math.min(active, entries.length - 1)];
  const optionId = (entry: PaletteEntry) => `${id}-${entry.key}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  function choose(entry: PaletteEntry) {
    rememberChosen(entry);
    onClose();
    if (entry.act === 'logout') onLogout();
    else if (entry.act === 'password') onChangePassword();
    else if (entry.to) void navigate(entry.to);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || entries.length === 0) return;
    const last = entries.length - 1;
    const at = Math.min(active, last);
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      setActive(step(at, last));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // While the results are those of the previous search text, Enter does not open a found record. Actions always
      // match the current text.
      if (current && !(isStale && things.includes(current))) choose(current);
    }
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Find anything">
      <div className={styles.field}>
        <SearchIcon />
        <input
          className={styles.input}
          type="text"
          role="combobox"
          aria-label="Find anything"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          placeholder={takes ? 'Find posts, jobs, applicants, actions…' : 'Find a screen or an action…'}
          value={text}
          maxLength={limits.search}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          dir="auto"
          data-focus-first
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <div ref={list} className={styles.list} id={`${id}-list`} role="listbox" aria-label="Found">
        {[...new Set(entries.map(({ group }) => group))].map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box has groups of options, and no fieldset
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p className={styles.group} id={`${id}-${group}`} role="presentation">
              {group}
            </p>
            {entries
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <Option
                  key={entry.key}
                  id={optionId(entry)}
                  entry={entry}
                  aria-selected={entry === current}
                  onPointerMove={() => setActive(entries.indexOf(entry))}
                  onClick={() => choose(entry)}
                />
              ))}
          </div>
        ))}
      </div>
      <p className={styles.state} role="status">
        {stateText()}
      </p>
    </dialog>
  );

  function stateText() {
    if (takes === false) return deskMessages['find.noSearch'];
    if (error && !isFetching) return textOf('find.failed', { reason: translateError(error).message });
    if (isStale || (search && takes === undefined)) return 'Searching…';
    if (entries.length === 0) return textOf('find.nothing', { search });
    return search ? `${entries.length} found` : '';
  }
}

function Option({ entry, ...props }: ComponentProps<'div'> & { entry: PaletteEntry }) {
  return (
    <div
      {...props}
      className={styles.option}
      role="option"
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
    >
      <span className={styles.title} dir="auto" lang={languageOf(entry.title)}>
        {entry.title}
      </span>
      {entry.detail && (
        <span className={styles.detail} dir="auto">
          {entry.detail}
        </span>
      )}
    </div>
  );
}

/** The records that match the search text. Until an answer arrives, the previous results are returned. */
function useFound(search: string, enabled: boolean) {
  const query = listQuery('findAnything', { search });
  return useQuery({ ...query, enabled: enabled && search !== '', gcTime: 60_000, retry: false });
}

/** Maximum number of recent entries. */
const most = 5;

/**
 * The entries that were chosen last. Only in memory, because names of candidates must not stay stored in a browser;
 * cleared at sign-out.
 */
let chosen: readonly PaletteEntry[] = [];
onSignedOut(() => {
  chosen = [];
});

function rememberChosen(entry: PaletteEntry) {
  if (entry.act) return;
  chosen = [entry, ...chosen.filter(({ key }) => key !== entry.key)].slice(0, most);
}

function recentlyChosen() {
  return chosen.map((entry) => ({ ...entry, group: 'Recent' }));
}
