import { type MailTemplate, type MailTemplateName, mailTemplateNames } from '#shared/schemas/letter.ts';
import type { Language } from '#shared/words/language.ts';
import { isoAfter } from '../../database/clock.ts';
import type { Db } from '../../database/types.ts';
import { defaultTemplates, type TemplateText } from './default-templates.ts';

/** The `updated_at` of the built-in texts. */
const oursSince = '2000-01-01T00:00:00.000Z';

/**
 * Returns all templates, in the order in which a candidate receives the mails. A template that no admin has changed
 * has its built-in text in `language`.
 */
export async function allTemplates(db: Db, language: Language): Promise<MailTemplate[]> {
  const own = new Map(
    (await db.selectFrom('mail_templates').selectAll().execute()).map((row) => [row.name, row]),
  );
  return mailTemplateNames.map((name) => {
    const row = own.get(name);
    return row ? { ...row, is_own: 1 } : ours(name, language);
  });
}

export function ours(name: MailTemplateName, language: Language): MailTemplate {
  return { name, ...defaultTemplates[language][name], is_own: 0, who: null, updated_at: oursSince };
}

export async function findTemplate(
  db: Db,
  name: MailTemplateName,
  language: Language,
): Promise<MailTemplate> {
  const row = await db.selectFrom('mail_templates').selectAll().where('name', '=', name).executeTakeFirst();
  return row ? { ...row, is_own: 1 } : ours(name, language);
}

/** Stores a template. Needs the transaction in which `before` was read. */
export async function writeTemplate(
  tx: Db,
  name: MailTemplateName,
  text: TemplateText,
  who: string,
  before: MailTemplate,
): Promise<MailTemplate> {
  const row = { ...text, who, updated_at: isoAfter(before.updated_at) };
  await tx
    .insertInto('mail_templates')
    .values({ name, ...row })
    .onConflict((known) => known.column('name').doUpdateSet(row))
    .execute();
  return { name, ...row, is_own: 1 };
}

/** Deletes the changed text, so that the built-in one applies again. */
export async function forgetTemplate(db: Db, name: MailTemplateName): Promise<void> {
  await db.deleteFrom('mail_templates').where('name', '=', name).execute();
}
