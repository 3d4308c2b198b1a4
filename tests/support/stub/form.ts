import type { z } from 'zod';
import { type TextCode, textOf } from '#shared/desk-messages.ts';
import { seoTexts } from '#shared/entities/seo-fields.ts';
import type { StubSeoFields } from './content.ts';
import type { SeenPart, SeenRequest } from './seen.ts';

/** A received form as a handler of the stub reads it. */
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
    /** Notes the text of `code` for a field unless `holds`. */
    need(holds: unknown, field: string, code: TextCode): void {
      if (!holds) errors[field] = [textOf(code)];
    },
    bad: () => Object.keys(errors).length > 0,
  };
}

/** The changes that a form makes to these fields: a text that is not sent stays as it is, an empty one goes. */
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

/** What the schema makes of a JSON body, or what is wrong with it, by field. */
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

/** Rich text with nothing to see: what an untouched editor sends. */
export function isEmptyHtml(html: string): boolean {
  return !/<(img|iframe)\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';
}
