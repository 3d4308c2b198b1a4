import { randomBytes, randomUUID } from 'node:crypto';
import { extensionOf } from '../support/pictures.ts';
import type { ReceivedFile } from '../support/server.ts';
import { type Article, type NestData, owner, type Work } from './content.ts';
import {
  type Context,
  dto,
  HttpException,
  isEmail,
  isInt,
  isString,
  isUrl,
  isUuid,
  isWord,
  json,
  maxLength,
  notEmpty,
  type Route,
} from './framework.ts';

const day = 86_400;
const paging = { page: [isInt(1, 1_000_000)], limit: [isInt(1, 100)] };
const imageTypes = /^image\/(?:png|jpeg|webp|gif)$/;

export function routes(data: NestData): Route[] {
  function articleOf({ ids: [id], signedIn }: Context): Article {
    const found = data.articles.find(({ uuid, isPublished }) => uuid === id && (isPublished || signedIn));
    if (!found) throw new HttpException(404, `Article ${id} not found`);
    return found;
  }

  function workOf({ ids: [id] }: Context): Work {
    const found = data.works.find(({ uuid }) => uuid === id);
    if (!found) throw new HttpException(404, `Work ${id} not found`);
    return found;
  }

  /** Stores the files of the file interceptor under generated names. */
  function upload(files: ReceivedFile[]): { uuid: string; url: string }[] {
    return files.map(({ name, type, bytes }) => {
      if (!imageTypes.test(type))
        throw new HttpException(400, `Validation failed (current file type is ${type})`);
      const uuid = randomUUID();
      data.files.set(`${uuid}.${extensionOf(name)}`, bytes);
      return { uuid, url: `/uploads/${uuid}.${extensionOf(name)}` };
    });
  }

  const articleRules = {
    headline: [notEmpty, isString, maxLength(200)],
    contentHtml: [notEmpty, isString],
    isPublished: [isWord],
    publishedAt: [isDate],
  };
  const workRules = {
    title: [notEmpty, isString, maxLength(200)],
    descriptionHtml: [notEmpty, isString],
    categoryId: [isUuid],
    liveUrl: [isUrl],
    sortIndex: [isInt(0, 100_000)],
  };

  /** Updates the entity with `Object.assign(entity, dto)`, as services do. */
  function writeArticle(article: Article, { body, files }: Context): Article {
    const { headline = article.headline, contentHtml = article.contentHtml, isPublished, publishedAt } = body;
    const published = isPublished === undefined ? article.isPublished : isPublished === 'true';
    Object.assign(article, { headline, contentHtml, isPublished: published, updatedAt: new Date() });
    if (publishedAt) article.publishedAt = new Date(String(publishedAt));
    else if (published) article.publishedAt ??= new Date();
    article.coverImageUrl = upload(files)[0]?.url ?? article.coverImageUrl;
    return article;
  }

  function writeWork(work: Work, { body, files }: Context): Work {
    const { sortIndex = work.sortIndex, ...given } = body;
    Object.assign(work, given, { sortIndex: Number(sortIndex), updatedAt: new Date() });
    work.gallery.push(...upload(files));
    return work;
  }

  return [
    {
      verb: 'POST',
      path: '/auth/sign-in',
      run({ body }) {
        dto(body, { username: [notEmpty, isString], password: [notEmpty, isString] });
        if (body.username !== owner.username || body.password !== owner.password) {
          throw new HttpException(401, 'Invalid credentials');
        }
        const token = jwt();
        data.tokens.add(token);
        return json(200, { user: owner.user }, cookieOf(token, 7 * day));
      },
    },
    {
      verb: 'POST',
      path: '/auth/sign-out',
      guard: 'jwt',
      run({ token = '' }) {
        data.tokens.delete(token);
        return json(200, { success: true }, cookieOf('', 0));
      },
    },
    { verb: 'GET', path: '/auth/me', guard: 'jwt', run: () => json(200, owner.user) },

    {
      verb: 'GET',
      path: '/articles',
      run({ query, signedIn }) {
        dto(query, { ...paging, drafts: [isWord] }, ['page', 'limit', 'drafts']);
        const drafts = query.drafts === 'true';
        if (drafts && !signedIn) throw new HttpException(401);
        const at = (article: Article) => (article.publishedAt ?? article.createdAt).getTime();
        const rows = data.articles.filter(({ isPublished }) => isPublished || drafts);
        return page(
          query,
          rows.sort((one, other) => at(other) - at(one)),
        );
      },
    },
    { verb: 'GET', path: '/articles/:uuid', run: (context) => json(200, articleOf(context)) },
    {
      verb: 'POST',
      path: '/articles',
      guard: 'jwt',
      files: { cover: 1 },
      run(context) {
        dto(context.body, articleRules, ['publishedAt']);
        if (context.files.length === 0) throw new HttpException(400, 'File is required');
        const article: Article = {
          ...created(),
          headline: '',
          contentHtml: '',
          coverImageUrl: null,
          isPublished: false,
          publishedAt: null,
          author: { uuid: owner.user.id, fullName: owner.user.fullName },
          tags: [],
        };
        data.articles.push(writeArticle(article, context));
        return json(201, article);
      },
    },
    {
      verb: 'PATCH',
      path: '/articles/:uuid',
      guard: 'jwt',
      files: { cover: 1 },
      run(context) {
        dto(context.body, articleRules, Object.keys(articleRules));
        return json(200, writeArticle(articleOf(context), context));
      },
    },
    {
      verb: 'DELETE',
      path: '/articles/:uuid',
      guard: 'jwt',
      run: (context) => gone(data.articles, articleOf(context)),
    },

    { verb: 'GET', path: '/categories', run: () => json(200, data.categories) },
    {
      verb: 'GET',
      path: '/categories/:uuid',
      run({ ids: [id] }) {
        const found = data.categories.find(({ uuid }) => uuid === id);
        if (!found) throw new HttpException(404, `Category ${id} not found`);
        return json(200, found);
      },
    },

    {
      verb: 'GET',
      path: '/works',
      run({ query }) {
        dto(query, { ...paging, categoryId: [isUuid] }, ['page', 'limit', 'categoryId']);
        const rows = data.works.filter(
          ({ categoryId }) => !query.categoryId || categoryId === query.categoryId,
        );
        return page(
          query,
          rows.sort((one, other) => one.sortIndex - other.sortIndex),
        );
      },
    },
    { verb: 'GET', path: '/works/:uuid', run: (context) => json(200, workOf(context)) },
    {
      verb: 'POST',
      path: '/works',
      guard: 'jwt',
      files: { gallery: 10 },
      run(context) {
        dto(context.body, workRules, ['liveUrl', 'sortIndex']);
        const work: Work = {
          ...created(),
          title: '',
          descriptionHtml: '',
          categoryId: '',
          liveUrl: null,
          sortIndex: data.works.length + 1,
          gallery: [],
        };
        data.works.push(writeWork(work, context));
        return json(201, work);
      },
    },
    {
      verb: 'PATCH',
      path: '/works/:uuid',
      guard: 'jwt',
      files: { gallery: 10 },
      run(context) {
        dto(context.body, workRules, Object.keys(workRules));
        return json(200, writeWork(workOf(context), context));
      },
    },
    {
      verb: 'DELETE',
      path: '/works/:uuid',
      guard: 'jwt',
      run: (context) => gone(data.works, workOf(context)),
    },
    {
      verb: 'DELETE',
      path: '/works/:uuid/gallery/:image',
      guard: 'jwt',
      run(context) {
        const work = workOf(context);
        work.gallery = work.gallery.filter(({ uuid }) => uuid !== context.ids[1]);
        return { status: 204 };
      },
    },

    {
      verb: 'POST',
      path: '/contact',
      run({ body }) {
        dto(body, {
          fullName: [notEmpty, isString, maxLength(120)],
          emailAddress: [isEmail],
          text: [notEmpty, isString, maxLength(5000)],
        });
        data.contacts.push(body as NestData['contacts'][number]);
        return { status: 201 };
      },
    },
  ];
}

function page(query: Record<string, string>, rows: unknown[]) {
  const number = Number(query.page ?? 1);
  const pageSize = Number(query.limit ?? 12);
  const items = rows.slice((number - 1) * pageSize, number * pageSize);
  const totalPages = Math.ceil(rows.length / pageSize);
  return json(200, { items, page: number, pageSize, totalCount: rows.length, totalPages });
}

function created() {
  return { uuid: randomUUID(), createdAt: new Date(), updatedAt: new Date() };
}

function gone<Row>(rows: Row[], row: Row) {
  rows.splice(rows.indexOf(row), 1);
  return { status: 204 };
}

function isDate(value: unknown): string | undefined {
  return Number.isNaN(Date.parse(String(value))) ? 'must be a valid ISO 8601 date string' : undefined;
}

/** Returns a token as long and opaque as a JSON Web Token; only this host reads it. */
function jwt(): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64url');
  return `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${part(96)}.${part(32)}`;
}

function cookieOf(token: string, seconds: number): Record<string, string> {
  return { 'set-cookie': `access_token=${token}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax` };
}
