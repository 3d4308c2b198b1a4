import type { z } from 'zod';
import { type TextCode, textOf } from '#shared/desk-messages.ts';
import { caseFields } from '#shared/entities/case-fields.ts';
import { seoTexts } from '#shared/entities/seo-fields.ts';
import type { StubCaseFields, StubSeoFields } from './content.ts';
import type { SeenPart, SeenRequest } from './seen.ts';

/** Reads a received form for a handler of the stub. */
export function readFields(seen: SeenRequest) {
  const text = (name: string) =>
    seen.parts.find((part) => !part.isFile && part.name === name)?.value?.trim() ?? '';
  const files = (pattern: RegExp) => seen.parts.filter((part) => part.isFile && pattern.test(part.name));
  const errors: Record<string, string[]> = {};
  return {
    text,
    files,
    file: (name: string): SeenPart | undefined =>
      seen.parts.find((part) => part.isFile && part.name === name),
    errors,
    /** Records the text of `code` as the field's error unless `holds`. */
    need(holds: unknown, field: string, code: TextCode): void {
      if (!holds) errors[field] = [textOf(code)];
    },
    bad: () => Object.keys(errors).length > 0,
  };
}

/**
 * Returns the changes of a form to these fields: a text that is not sent stays unchanged, an empty text clears the
 * field.
 */
export function readSeoFields(
  { seen, keep }: { seen: SeenRequest; keep(file: SeenPart): string },
  form: ReturnType<typeof readFields>,
): StubSeoFields {
  const sent = seoTexts.filter((name) => seen.parts.some((part) => part.name === name));
  const share = form.file('share_image');
  return {
    ...Object.fromEntries(sent.map((name) => [name, form.text(name) || undefined])),
    ...(form.text('remove_share_image') === '1' && { share_image: undefined }),
    ...(share && { share_image: keep(share) }),
  };
}

/** As `readSeoFields`, for the facts of a project. */
export function readCaseFields(seen: SeenRequest, form: ReturnType<typeof readFields>): StubCaseFields {
  const names = Object.keys(caseFields).filter((name) => seen.parts.some((part) => part.name === name));
  return Object.fromEntries(
    names.map((name) => {
      const text = form.text(name);
      return [name, text === '' ? undefined : name === 'year' ? Number(text) : text];
    }),
  );
}

/** Parses a JSON body with the schema; returns the result, or the errors by field. */
export function readBody<Schema extends z.ZodType>(
  seen: SeenRequest,
  schema: Schema,
): { value: z.infer<Schema>; errors?: undefined } | { errors: Record<string, string[]> } {
  const parsed = schema.safeParse(parseJson(seen.body));
  if (parsed.success) return { value: parsed.data };
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? 'body')] ??= [message];
  return { errors };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** True for rich text without visible content, as an untouched editor sends it. */
export function isEmptyHtml(html: string): boolean {
  return !/<(img|iframe)\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';
}
