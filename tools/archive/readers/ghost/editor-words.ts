/**
 * Returns the words of a post for which the export contains only the editor's state, in the format lexical or, in
 * older versions, mobiledoc. Paragraphs are preserved; links, emphasis and pictures are lost. Returns [] for a state
 * that is empty or invalid.
 */
export function editorWords(state: string): string[] {
  let json: unknown;
  try {
    json = JSON.parse(state);
  } catch {
    return [];
  }
  const { root, sections } = (json ?? {}) as { root?: { children?: unknown }; sections?: unknown };
  const paragraphs = root ? listOf(root.children).map(wordsOfLexical) : listOf(sections).map(wordsOfSection);
  return paragraphs.map((words) => words.replace(/\s+/g, ' ').trim()).filter(Boolean);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Deepest nesting of nodes that is read. Nested lists produce nested nodes. */
const deepest = 50;

function wordsOfLexical(node: unknown, depth = 0): string {
  if (typeof node !== 'object' || node === null || depth > deepest) return '';
  const { text, children } = node as { text?: unknown; children?: unknown };
  if (typeof text === 'string') return text;
  const apart = listOf(children).some(
    (child) => listOf((child as { children?: unknown } | null)?.children).length > 0,
  );
  return listOf(children)
    .map((child) => wordsOfLexical(child, depth + 1))
    .join(apart ? ' ' : '');
}

/**
 * Returns the words of a section of mobiledoc: `[1, "p", markers]`, or `[3, "ul", [markers, …]]`. A marker is `[0,
 * opened, closed, "words"]`.
 */
function wordsOfSection(section: unknown): string {
  const [kind, , content] = listOf(section);
  const items = kind === 3 ? listOf(content) : [content];
  return items
    .map((markers) =>
      listOf(markers)
        .map((marker) => {
          const [type, , , words] = listOf(marker);
          return type === 0 && typeof words === 'string' ? words : '';
        })
        .join(''),
    )
    .join(' ');
}
