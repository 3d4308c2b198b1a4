import { posix } from 'node:path';

/**
 * Returns the false statements of sources and books about each other, a sentence for a person each: citations, links
 * and paths that lead nowhere.
 * `texts` are sources and books by path; `existing` are all files of the repository.
 */
export function findBookProblems(texts: Record<string, string>, existing: Iterable<string>) {
  const places = withFolders(existing);
  return Object.entries(texts).flatMap(([path, text]) => [
    ...citationProblems(path, text, texts, places),
    ...oldBookProblems(path, text),
    ...decisionProblems(path, text, texts['docs/decisions/README.md'] ?? ''),
    ...(path.endsWith('.md') ? linkProblems(path, text, texts, places) : []),
    // A decision describes the state of its day.
    ...(path.endsWith('.md') && !path.startsWith('docs/decisions/')
      ? namedPathProblems(path, text, places)
      : []),
  ]);
}

/** Returns the files, and every folder that contains one of them. */
function withFolders(files: Iterable<string>) {
  const places = new Set(files);
  for (const file of [...places])
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) places.add(folder);
  return places;
}

/** Returns the numbers of a book's headings: "## 5. The rules" has 5, "### 5.3 Session" has 5.3. */
function sectionsOf(book: string) {
  return new Set([...book.matchAll(/^#{2,4} (\d+(?:\.\d+)*)\.? /gm)].map((match) => match[1] as string));
}

/** A book by its path from the root, followed by sections such as "§4, §5 and §8" or a heading in quotation marks. */
const citation =
  /(?<![\w./-])((?:client|docs|gallery|hosts|server|shared|tests|tools)\/(?:[\w.-]+\/)*[\w-]+\.md|CONTRIBUTING\.md|SECURITY\.md)(?:,? "([^"]+)"|((?:(?:,| and)? §\d+(?:\.\d+)*)+))?/g;

/** Checks citations such as "docs/product.md §4" or "server/http/README.md", also across two lines of a comment. */
function citationProblems(
  path: string,
  text: string,
  texts: Record<string, string>,
  places: ReadonlySet<string>,
) {
  const oneLine = (path.endsWith('.md') ? withoutLinks(text) : text).replace(/\n\s*(?:\*|\/\/|#)? ?/g, ' ');
  // A decision describes the state of its day.
  const isPast = path.startsWith('docs/decisions/');
  return [...oneLine.matchAll(citation)].flatMap(([, book = '', heading, numbers]) => {
    if (!places.has(book)) return isPast ? [] : [`${path}: cites ${book}, which does not exist`];
    const cited = texts[book] ?? '';
    if (heading !== undefined && !headingsOf(cited).includes(heading))
      return [`${path}: cites ${book}, "${heading}", which is no heading there`];
    const sections = sectionsOf(cited);
    return [...(numbers ?? '').matchAll(/\d+(?:\.\d+)*/g)]
      .filter(([number]) => !sections.has(number))
      .map(([number]) => `${path}: cites ${book} §${number}, which is no section there`);
  });
}

function headingsOf(book: string) {
  return [...withoutCode(book).matchAll(/^#{1,6} (.+)$/gm)].map((match) => match[1] as string);
}

/** Links are checked separately, relative to the file that contains them. */
function withoutLinks(text: string) {
  return text.replace(/\]\([^()\s]+\)/g, ']');
}

/** Finds books outside of the repository: a reader could not look the citation up. */
function oldBookProblems(path: string, text: string) {
  return [...text.matchAll(/\b(?:SPEC|DESIGN|PITFALLS|STYLE)(?:\.md\b|,? §)/g)].map(
    ([name]) => `${path}: cites ${name.trim()}, which is not in the repository`,
  );
}

/** Checks citations such as "docs/decisions/0039": a record, or a line of the log. */
function decisionProblems(path: string, text: string, log: string) {
  return [...text.matchAll(/docs\/decisions\/(\d{4})/g)]
    .filter(([, number = '']) => !log.includes(number))
    .map(([cited]) => `${path}: cites ${cited}, which is no decision`);
}

function linkProblems(
  path: string,
  text: string,
  texts: Record<string, string>,
  places: ReadonlySet<string>,
) {
  return [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [file = '', anchor] = link.split('#', 2);
    const target = file === '' ? path : posix.join(posix.dirname(path), file).replace(/\/$/, '');
    if (!places.has(target)) return [`${path}: links to ${link}, which does not exist`];
    const anchors =
      anchor === undefined || texts[target] === undefined ? undefined : anchorsOf(texts[target]);
    return anchors && !anchors.has(anchor as string)
      ? [`${path}: links to ${link}, which is no heading there`]
      : [];
  });
}

/** Returns the anchors that GitHub makes of headings. */
function anchorsOf(book: string) {
  return new Set(
    headingsOf(book).map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** A path under one of our folders, without placeholders. */
const ourPath = /^(?:client|deploy|gallery|hosts|server|shared|tests|tools|scripts|docs|\.ci)\/[\w.@/-]*$/;

/** Checks paths in backticks, and paths that begin a line of a block, such as the lines of the file tree. */
function namedPathProblems(path: string, text: string, places: ReadonlySet<string>) {
  const blocks = [...text.matchAll(/^```.*\n([\s\S]*?)^```/gm)].flatMap((match) =>
    (match[1] ?? '').split('\n'),
  );
  const named = [
    ...[...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] as string),
    ...blocks.map((line) => line.split(/\s/, 1)[0] as string),
  ];
  return named
    .filter((name) => ourPath.test(name) && !places.has(name.replace(/\/$/, '')))
    .map((name) => `${path}: names ${name}, which does not exist`);
}

function withoutBlocks(text: string) {
  return text.replace(/^```[\s\S]*?^```/gm, '');
}

function withoutCode(text: string) {
  return withoutBlocks(text).replace(/`[^`\n]*`/g, '');
}

/** A pass in `.use(…)`, or in the list of a route. */
const pass = /^ +\w+\.use\(\s*(?:'[^']*', )?([\w.]+)|^ {4}(?:\.{3}\(\w+ \? \[)?([A-Za-z][\w.]*)(?:\(|,$)/gm;

/** Returns the passes of server/app.ts in the order in which they run; a router is replaced by its passes. */
export function passesOf(app: string): string[] {
  const functions = new Map(
    app
      .split(/^(?:export )?function /m)
      .slice(1)
      .map((text) => [/^\w+/.exec(text)?.[0] ?? '', text]),
  );
  const usedIn = (name: string): string[] =>
    [...(functions.get(name) ?? '').matchAll(pass)].flatMap(([, used = '', listed = used]) =>
      functions.has(listed) ? usedIn(listed) : [listed],
    );
  return usedIn('createApp');
}

/** Returns the texts in backticks in the first cell of each row of a section's tables, without the backticks. */
export function firstCells(book: string, heading: string) {
  const [, section = ''] = book.split(`\n${heading}\n`, 2);
  const [own = ''] = section.split(/^#{2,4} /m, 1);
  const cells = [...own.matchAll(/^\| ([^|]+) \|/gm)].map((match) => match[1] as string);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string));
}
