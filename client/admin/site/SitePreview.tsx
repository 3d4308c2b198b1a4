import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { isStatus, translateError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useRested } from '../../ui/use-rested.ts';
import { siteLabelOf } from './fields.ts';
import styles from './SitePreview.module.css';

/** The widths of the previewed page, in CSS pixels. */
const widths = { phone: 390, desktop: 1280 } as const;
type Device = keyof typeof widths;

/** Milliseconds without a key after which the page is rendered again. */
const restMs = 300;

interface SitePreviewProps {
  /** The site as the form would save it. */
  site: SiteJson;
  /** The URL of the shown page. */
  address: string;
  /** The pages that can be chosen. */
  pages: readonly { address: string; label: string }[];
  onChoose: (address: string) => void;
  /** Texts to which the page is scrolled: the one that is edited, then others near it. */
  texts: readonly string[];
  /** Called with the wrong fields after each attempt to render the page; empty if it was rendered. */
  onProblems: (fieldErrors: Record<string, string>) => void;
  /** Moves to the field of a path. */
  onFix: (path: string) => void;
}

/** A page of the site with the values that are in the form, as visitors would see it. */
export function SitePreview(props: SitePreviewProps) {
  const { site, address, pages, onChoose, texts, onProblems, onFix } = props;
  const isNarrow = !useMediaQuery('from-md');
  const [chosen, setDevice] = useState<Device>();
  const device = chosen ?? (isNarrow ? 'phone' : 'desktop');
  const asked = useRested(JSON.stringify([address, site]), restMs);
  const hasValues = Object.keys(site).length > 0;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['previewSite', asked],
    queryFn: ({ signal }) => {
      const [path, values] = JSON.parse(asked) as [string, SiteJson];
      return readApi('previewSite', { body: { site: values, path }, signal });
    },
    enabled: hasValues,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const fieldErrors = error && isAboutFields(error) ? translateError(error).fieldErrors : undefined;
  const report = useEffectEvent(onProblems);
  useEffect(() => {
    if (error ? isAboutFields(error) : data && !isPlaceholderData) report(fieldErrors ?? {});
  }, [error, data, isPlaceholderData, fieldErrors]);
  const html = useLatest(data?.html);

  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.tools}>
        <Select
          label="Page in the preview"
          value={address}
          options={pages.map(({ address: value, label }) => ({ value, label }))}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
        <SegmentedControl
          label="Width"
          value={device}
          options={[
            { value: 'desktop', label: 'Desktop' },
            { value: 'phone', label: 'Phone' },
          ]}
          onChange={setDevice}
        />
      </div>
      <div className={styles.notes} role="status">
        {fieldErrors ? (
          <ToFix paths={Object.keys(fieldErrors)} onFix={onFix} />
        ) : (
          error && (
            <>
              <p>The page could not be shown. {translateError(error).message}</p>
              <Button variant="quiet" onClick={() => void refetch()} busy={isFetching}>
                Try again
              </Button>
            </>
          )
        )}
      </div>
      {html === undefined ? (
        <div className={styles.stage}>
          {hasValues && !error ? (
            <Loader label="Loading the page" />
          ) : (
            <EmptyState title="No page yet" text="Your page appears here once the fields are filled in." />
          )}
        </div>
      ) : (
        <Frames html={html} width={widths[device]} texts={texts} />
      )}
    </section>
  );
}

function isAboutFields(error: unknown) {
  return isStatus(error, 422);
}

/** Most fields that are named at once. */
const mostToFix = 4;

function ToFix({ paths, onFix }: { paths: readonly string[]; onFix: (path: string) => void }) {
  const rest = paths.length - mostToFix;
  return (
    <>
      <p>To see the page, fill in or correct:</p>
      {paths.slice(0, mostToFix).map((path) => (
        <Button key={path} variant="quiet" onClick={() => onFix(path)}>
          {siteLabelOf(path)}
        </Button>
      ))}
      {rest > 0 && <p>and {rest} more</p>}
    </>
  );
}

/** Returns the last value that was not undefined. */
function useLatest<Value>(value: Value | undefined) {
  const [latest, setLatest] = useState(value);
  if (value !== undefined && value !== latest) setLatest(value);
  return value ?? latest;
}

interface FramesProps {
  html: string;
  width: number;
  texts: readonly string[];
}

/**
 * The page in a frame without scripts. A new page loads in a second frame behind the first, which it replaces when it
 * is ready, so that nothing flashes. A frame is never loaded twice, so the browser's history gets no entries.
 */
function Frames({ html, width, texts }: FramesProps) {
  /** The page that is shown. */
  const [ready, setReady] = useState<string>();
  const shown = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const size = useSizeOf(box);
  const scale = size.width > 0 ? Math.min(1, size.width / width) : 1;
  const pages = [...new Set([ready ?? html, html])];

  const onLoad = (page: string, frame: HTMLIFrameElement) => {
    const before = shown.current?.contentWindow?.scrollY ?? 0;
    frame.contentWindow?.scrollTo({ top: before, behavior: 'instant' });
    shown.current = frame;
    setReady(page);
  };
  const wanted = texts.join('\n');
  useEffect(() => {
    const { contentWindow: page, contentDocument: content } = shown.current ?? {};
    if (ready === undefined || !page || !content) return;
    const element = elementWith(content, wanted.split('\n'));
    if (element) showElement(page, element);
  }, [ready, wanted]);

  return (
    <div ref={box} className={styles.stage}>
      {pages.map((page) => (
        <iframe
          key={page}
          className={styles.frame}
          data-shown={page === ready || undefined}
          title="Page with your changes"
          sandbox="allow-same-origin"
          srcDoc={page}
          onLoad={(event) => onLoad(page, event.currentTarget)}
          style={{
            width: `${width}px`,
            height: `${size.height / scale}px`,
            insetInlineStart: `${Math.max(0, (size.width - width * scale) / 2)}px`,
            transform: `scale(${scale})`,
          }}
        />
      ))}
      {ready === undefined && <Loader label="Loading the page" />}
    </div>
  );
}

/** Returns the size of an element in pixels; follows changes. */
function useSizeOf(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Elements in which a text of a page can stand alone. */
const textElements = 'h1, h2, h3, h4, p, li, dt, dd, a, address, span, strong';

/**
 * Returns the element of a previewed page that shows one of the texts, the first text first; undefined if the page
 * shows none of them. Of several elements it is the one with the least text, and of those the innermost, because an
 * outer one may be as high as the page.
 */
function elementWith(page: ParentNode, texts: readonly string[]) {
  const elements = [...page.querySelectorAll(textElements)].reverse();
  const lengthOf = (element: Element) => words(element.textContent).length;
  for (const wanted of texts.map(words).filter(Boolean)) {
    const found = elements.filter(({ textContent }) => words(textContent).includes(wanted));
    if (found.length > 0)
      return found.reduce((one, other) => (lengthOf(other) < lengthOf(one) ? other : one));
  }
  return undefined;
}

function words(text: string) {
  return text.replace(/\s+/g, ' ').trim();
}

/** Distance in pixels between the top of the window and the element to which a page is scrolled. */
const roomAbove = 96;

/** Scrolls a previewed page, and not the page around it, so that the element is in view. */
function showElement(page: Window, element: Element) {
  const { top, bottom } = element.getBoundingClientRect();
  if (top >= 0 && bottom <= page.innerHeight) return;
  page.scrollTo({ top: page.scrollY + top - roomAbove, behavior: 'instant' });
}
