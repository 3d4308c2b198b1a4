import type { CallName } from '#shared/contract/index.ts';
import { isRecord } from '#shared/json.ts';
import { isBlank, readJsonId } from '#shared/schemas/fields.ts';
import type { FieldPlace } from '../../../hosts/host-file/call.ts';
import { entityFields } from '../../../hosts/host-file/entities.ts';
import { readAt as at } from '../../../hosts/host-file/map-path.ts';
import { kinds as kept } from '../../../hosts/snapshots/kinds.ts';
import type { HostKind } from '../../../server/bff/reads/host-kinds.ts';

/**
 * Everything that the doctor recognises by name: the names that API hosts use, the most likely first, in lower case,
 * without separators and without parts that only describe the kind of value (`stemOf`). The first word of a line says
 * what the values look like (`looks`). There is a line for each field of the contract, for the numbers that describe the
 * pages of a list, for what a refusal says, and for the answer to a sign-in. A name with a dot is for one kind of entity
 * only.
 */
const table = `
blog_title: line blogtitle title name headline heading label subject caption titel ueberschrift titulo titular titre manchete kop unwan surkhi
title: line title name headline heading label subject position role caption project job client titel bezeichnung stelle titulo nombre puesto titre nom intitule poste nome vaga naam functie kop unwan cargo ohda
name: line name fullname displayname title member nombre nom nome naam voornaam
first_name: line firstname givenname forename voornaam vorname nombre prenom
last_name: line lastname surname familyname achternaam nachname apellido apellidos nom sobrenome
designation: line designation role jobtitle job position title function occupation funktion rolle cargo puesto poste fonction funcao functie ohda
department: line department division unit team area category abteilung bereich departamento seccion departement service setor afdeling shoba
city: line city location place office town ort stadt standort ciudad ville lieu cidade plaats stad shehar shehr
bio: text bio about biography description text intro summary profile content beschreibung descripcion biografia texto texte descricao levensloop biografie tekst taaruf
description: text description body content html text full rich article copy details about requirements summary inhalt beschreibung contenido descripcion texto cuerpo contenu texte corps conteudo descricao corpo tekst beschrijving omschrijving inhoud tafseel matn mazmoon
project.images: pictures images gallery pictures photos screenshots media slides shots attachments files image cover thumbnail picture bilder galerie imagenes fotos imagens galerij afbeeldingen tasaveer
tech_img: pictures techimg technologies tech techimage logos tools stack techstack icons badges technologien tecnologias logotipos tecnologia
blog_image: image blogimage cover featured hero main banner header poster image picture photo thumbnail img thumb media file bild titelbild foto imagen portada couverture imagem capa omslag afbeelding tasveer
image: image image icon photo avatar portrait headshot profile logo cover picture banner thumbnail img thumb media file bild foto imagen icono imagem icone symbol url src path filename datei archivo fichero fichier arquivo location original full large afbeelding omslag bestand tasveer
share_image: image shareimage ogimage og share social meta
video: address video film movie
captions: address captions subtitles vtt track
project_url: address projecturl website url link live project site external demo href homepage webseite sitio enlace lien ligacao enlaceweb sitioweb weblink
linkedin_url: address linkedinurl linkedin linkedinprofile
facebook_url: address facebookurl facebook
category_id: id categoryid category service group topic discipline cat kategorie leistung categoria servicio categorie servico rubriek dienst zumra qism
is_active: flag isactive published active status state visible enabled live online public veroeffentlicht aktiv sichtbar freigegeben publicado publicada activo activa visible estado publie actif visivel ativo stand zichtbaar actief gepubliceerd shaya
excerpt: line excerpt teaser summary lead intro abstract standfirst shortdescription subtitle preview resumen entradilla vorspann anriss kurztext chapo chapeau accroche resumo aanhef inleiding samenvatting khulasa
search_title: line searchtitle metatitle seotitle
search_description: line searchdescription metadescription seodescription
v_order: number vorder position sort order menuorder sortorder displayorder rank weight index sequence priority ordering reihenfolge orden ordre ordem volgorde tarteeb
projects_count: number projectscount projectcount workscount itemscount count total
salary_min: number salarymin minsalary salaryfrom
salary_max: number salarymax maxsalary salaryto
posted_at: moment postedat posted published dategmt created inserted date timestamp erstellt datum creado fecha publicado creele publiele data publicadoem geplaatst gepubliceerd tareekh publicadoen
closes_at: moment closesat closes deadline closing expires applyby validthrough closed end until frist bewerbungsfrist bewerbungsschluss bis cierre plazo hasta cloture limite prazo sluit sluitingsdatum akhiritareekh fechacierre cierra
created_at: moment createdat dategmt created inserted published date posted timestamp erstellt datum veroeffentlicht creado fecha fechapublicacion creele publiele data criadoem publicadoem geplaatst gemaakt aangemaakt gepubliceerd tareekh creadoen fechacreacion
updated_at: moment updatedat modifiedgmt updated modified lastmodified changed edited geaendert aktualisiert actualizado modifiele atualizadoem gewijzigd bijgewerkt actualizadoen
published: moment published publish posted
list.page: number currentpage page pagenumber pageno pageindex current number headerxpage seite pagina blad
list.last_page: number lastpage totalpages pages pagecount numpages headerxtotalpages headerxwptotalpages seiten paginas bladen
list.per_page: number perpage pagesize itemsperpage limit size headerxperpage per perpagina
list.total: number total totalcount totalitems totalresults totalelements headerxtotalcount headerxwptotal count itemcount headerxtotal gesamt anzahl aantal totaal
more: more nextcursor cursor nextpagetoken next nextpage nextpageurl nextlink endcursor after continuation hasmore hasnext hasnextpage weiter naechste naechster naechsteseite siguiente siguientepagina suivant proximo proxima volgende
refusal.message: line message msg errormessage errordescription detail error title description reason text meldung nachricht fehler mensaje mensagem erreur erro melding bericht fout
refusal.errors: things errors fields params fielderrors violations validationerrors fehler errores erreurs erros velden fouten
sign_in.token: secret token accesstoken authtoken apitoken sessiontoken plaintexttoken access jwt bearer ficha jeton chave schluessel key credential secret headerauthorization headerxauthtoken headerxaccesstoken sleutel
user.id: id id uuid userid gebruiker
user.name: line name fullname displayname userdisplayname username login naam
user.email: line email emailaddress mail useremail
user.role: flag role level rolename usertype roles
`;

/** For each name of the table: what its values look like, and its names at hosts. */
const words = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', look = '', ...names] = line.split(/:? /);
      return [name, { look, names }] as const;
    }),
);

export const successWords =
  /^(ok|success|successful|gelukt|exito|status|state|result|error|failed|code|statuscode|errorcode|errno)$/i;
/** Pairs of words with which hosts mark visible and hidden records. */
const shownWords =
  'published/draft publish/draft active/inactive public/private live/draft enabled/disabled visible/hidden online/offline yes/no ja/nein oui/non si/no sim/nao aktiv/inaktiv veroeffentlicht/entwurf publicado/borrador publicada/borrador activo/inactivo publie/brouillon publicado/rascunho ativo/inativo live/concept gepubliceerd/concept actief/inactief'
    .split(' ')
    .map((pair) => pair.split('/'));

/** Usual paths of a sign-in, and the words by which a sign-out is named after a sign-in. */
export const signIns =
  '/auth/login /login /sessions /session /signin /sign-in /users/sign_in /token /auth /entrar /iniciar-sesion /acceso /connexion /anmelden /inloggen'.split(
    ' ',
  );
export const signOuts =
  'login/logout signin/signout sign-in/sign-out sign_in/sign_out iniciar/cerrar entrar/salir connexion/deconnexion aanmelden/afmelden anmelden/abmelden inloggen/uitloggen'
    .split(' ')
    .map((pair) => pair.split('/') as [string, string]);

/** Usual places of a document that lists the calls of a host, the last of which is an index. */
export const documents = [
  '/wp-json',
  '/openapi.json',
  '/swagger.json',
  '/api-docs',
  '/v3/api-docs',
  '/api-json',
  '/docs.json',
  '',
];

/**
 * Describes a kind of content: its calls, the usual names of its list (in English first), and those of WordPress. Posts
 * are part of WordPress; the other kinds come from plugins and themes.
 */
function kind(entity: HostKind, list: CallName, names: string, types: RegExp) {
  const found = kept.find(({ noun }) => noun.resource === entity) as (typeof kept)[0];
  const drafts = found.list === list ? undefined : found.list;
  return { ...found, entity, list, drafts, names: names.split(' '), types };
}

/** The keys are also the names of the command-line options that state the path of a list. */
export const kinds = {
  posts: kind(
    'blog',
    'activeBlogs',
    'posts articles news noticias entradas articulos publicaciones artigos actualites beitraege artikel neuigkeiten berichten artikelen nieuws khabrein mazameen',
    /^posts$/,
  ),
  categories: kind(
    'category',
    'getProjectCategory',
    'categories services topics categorias servicios servicos areas rubriques prestations kategorien leistungen diensten khidmaat',
    /(project|portfolio|work).*(categor|type|field|service)|^services?$/i,
  ),
  projects: kind(
    'project',
    'getProjects',
    'projects works portfolio proyectos trabajos projetos trabalhos projets realisations projekte arbeiten referenzen projecten werken mansoobay',
    /^(?!.*(categor|type|field|tag)).*(project|portfolio|works?$|case)/i,
  ),
  jobs: kind(
    'job',
    'jobs',
    'jobs vacancies careers empleos vacantes ofertas vagas empregos emplois offres stellen stellenangebote vacatures mulazmatein asamiyan',
    /^(?!.*(categor|type)).*(job|career|vacanc|position)/i,
  ),
  team: kind(
    'team_member',
    'team',
    'team people staff equipo personas miembros equipe membres mitarbeiter personen medewerkers arkaan',
    /team|staff|people|employee/i,
  ),
};

export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];

type Query = Record<string, string>;

/** Make of a host, such as WordPress: what the documentation says about every host of this make. */
export type Make = typeof plain;

export const plain = {
  name: 'plain',
  /** Its answers to a missing path and to its first list, with their headers, as JSON. */
  mark: /(?!)/,
  /** Query parameters that every read needs, and those of lists in addition. */
  query: {} as Query,
  sort: {} as Query,
  /** Names that the query parameter for the page may have. */
  paging: ['page', 'p', 'page[number]', 'seite', 'pagina'],
  /** Query parameter that selects the projects of a category. `*` is replaced by the name of the field. */
  filter: '',
  /** Query parameters with which a list may include drafts for admins. */
  drafts: [{}] as Query[],
  login: '/login',
  nameField: '',
  passwordField: '',
  /** The method that changes a record; '' if undocumented. */
  edit: '',
  /** Prefix of the name of a field in a body. */
  wrap: '',
  takesNoFiles: false,
  /** The call that uploads a file, and the field of a record that refers to the uploaded file. */
  upload: undefined as { call: object; field: string } | undefined,
  fields: {} as Partial<Record<HostKind, Record<string, FieldPlace>>>,
  zone: '',
};

const cover = '_embedded.wp:featuredmedia.0.source_url';
const absent = { always: '' };
export const wordpress: Make = {
  ...plain,
  name: 'wordpress',
  query: { _embed: '1' },
  paging: ['page'],
  filter: '*',
  drafts: [{ status: 'any' }],
  login: '/jwt-auth/v1/token',
  nameField: 'username',
  edit: 'POST',
  takesNoFiles: true,
  upload: { call: { path: '/media', send: 'raw' }, field: 'featured_media' },
  fields: {
    blog: { blog_image: cover, excerpt: absent },
    project: { images: '_embedded.wp:featuredmedia', project_url: absent, excerpt: absent },
    project_image: { image: 'source_url' },
    job: { status: { always: 'open' } },
    team_member: { image: cover },
  },
  zone: 'UTC',
};
const strapi: Make = {
  ...plain,
  name: 'strapi',
  mark: /"error":\{[^{}]*"name":|"pageCount":/,
  query: { populate: '*' },
  // Strapi otherwise returns the oldest records first.
  sort: { sort: 'createdAt:desc' },
  paging: ['pagination[page]'],
  filter: 'filters[*][id]',
  drafts: [{ publicationState: 'preview' }, { status: 'draft' }],
  login: '/auth/local',
  nameField: 'identifier',
  edit: 'PUT',
  wrap: 'data.',
  // A draft of Strapi has no date of publication.
  fields: { blog: { is_active: { at: 'publishedAt', values: { 0: null } } } },
};
const jsonApi: Make = {
  ...plain,
  name: 'json_api',
  mark: /application.vnd.api.json|"type":"[^"]*"[^{}]{0,99}"attributes":\{/,
  paging: ['page[number]', 'page'],
  filter: 'filter[*]',
  edit: 'PATCH',
  wrap: 'data.attributes.',
  takesNoFiles: true,
};
const laravel: Make = {
  ...plain,
  name: 'laravel',
  edit: 'PUT',
  mark: /laravel_session|XSRF-TOKEN|"message":"[^"]*could not be found\.|"last_page_url":|"meta":\{[^{}]*"current_page":/,
};
// Devise, the usual library for sign-in on Rails, reads both fields inside an object `user`.
const rails: Make = {
  ...plain,
  name: 'rails',
  mark: /"x-runtime":/,
  nameField: 'user.email',
  passwordField: 'user.password',
  edit: 'PATCH',
  wrap: '{kind}.',
};

/** Those that are known by a mark, the surest first. */
export const makes = [strapi, jsonApi, rails, laravel];

export type Json = Record<string, unknown>;

/** A place in the answers of the host, with the names by which it may be recognised. */
type Place = ReturnType<typeof placesIn>[number];

/** Returns a name in lower case without separators, so that coverImage and cover_image become equal. */
export const bareName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Names of objects that say nothing about the fields inside. */
const neutral =
  /^(links?|socials?|meta|seo|attributes|relationships|dates|timestamps|fields|acf|embedded|\d+)$/;
/** Names of fields that only hold the value of the object around them, such as the text of a title. */
const inner =
  /^(rendered|html|text|value|raw|content|url|src|path|href|original|full|large|file|bestand|data|attributes|id|uuid|num|nr|code)$/;

/** Removes what only describes the kind of value: coverImageUrl becomes cover, and isPublished becomes published. */
const stemOf = (name: string) =>
  name
    .replace(/(?<=.)((image|picture|photo|html|text)?(url|link|src|path)?|at|am|on|date|id)$/, '')
    .replace(/^(is|date|html)(?=.)/, '');

/** Returns the names inside of a value; of a list that of its first item. */
const namesIn = (value: unknown) =>
  Object.keys(Array.isArray(value) ? value.slice(0, 1) : isRecord(value) ? value : {}).filter((name) =>
    /^[\w$@:-]{1,64}$/.test(name),
  );

/**
 * Returns all places in these values, which are JSON of an unknown structure, down to a depth of six, the least nested
 * first. Of a list the first item counts. Places are written as in host.json: names joined by dots.
 */
export function placesIn(...all: readonly unknown[]) {
  // The set grows while it is read, so the least nested come first.
  const found = new Set(['']);
  for (const place of found) {
    if (found.size > 2_000 || place.split('.').length === 6) break;
    for (const name of all.slice(0, 12).flatMap((value) => namesIn(at(value, place))))
      found.add(place ? `${place}.${name}` : name);
  }
  return Array.from(found, (place) => {
    const own = place.split('.').map(bareName);
    const name = own.at(-1) ?? '';
    const parts = own.filter((each, index) => index === own.length - 1 || !neutral.test(each));
    const outer = parts.filter((each, index) => index === 0 || !inner.test(each));
    const whole = [parts.join(''), outer.join('')];
    return {
      place,
      /** Its own name, in the form of `bareName`. */
      name,
      /** Names that include those of the objects around it: `cover.data.url` has `coverdataurl` and `cover`. */
      names: [...whole, ...whole.map(stemOf)],
      depth: own.length,
      /** The value at this place in each of the examined values. */
      values: all.map((value) => at(value, place)),
    };
  });
}

function isPicture(value: unknown): value is string {
  const hasEnding = /^[^\n<>]*\.(jpe?g|png|webp|gif|avif|svg)([?#].*)?$/i;
  const isOfMedia = /^((https?:)?\/\/|\/)[^\s<>]*\b(image|media|photo|upload|storage|cdn|asset|img)/i;
  return typeof value === 'string' && (hasEnding.test(value) || isOfMedia.test(value));
}

/** Returns a test of a value's text. */
const matches = (pattern: RegExp) => (value: unknown) => pattern.test(String(value));

/** True for a date with a time of day but without a time zone. */
export const isNaive = matches(
  /^\s*(\d{4}-\d\d-\d\d|\d\d?([./-])\d\d?\2\d{4})[T ]\d\d:\d\d(:\d\d)?([.,]\d{1,9})?\s*$/,
);

const isHtml = matches(/<(p|h[1-6]|ul|ol|li|div|br|strong|em|a|img|blockquote)\b/i);

/** For each kind of value: whether a value is of this kind. */
const looks: Record<string, (value: unknown) => boolean> = {
  id: (value) => readJsonId(value) !== undefined,
  line: (value) => looks.text?.(value) === true && String(value).length < 600 && !isHtml(value),
  text: (value) => typeof value === 'string' && !isPicture(value),
  image: isPicture,
  pictures: (value) =>
    isPicture(value) ||
    (Array.isArray(value) &&
      value.every((each) => placesIn(each).some(({ values }) => isPicture(values[0])))),
  flag: matches(/^([01]|true|false|[A-Za-z_-]{2,20})$/),
  number: matches(/^-?\d{1,15}(\.\d+)?$/),
  moment: matches(/^((\d{4}-\d\d-\d\d|\d\d?([./-])\d\d?\3\d{4})([T ]\d\d:\d\d.*)?|1?\d{9}(\d{3})?)$/),
  address: (value) => /^https?:\/\/\S+$|\.(mp4|webm|mov|m4v)$/i.test(String(value)) && !isPicture(value),
  secret: matches(/^(bearer )?[\x21-\x7e]{12,}$/i),
  more: (value) => Boolean(value) && value !== '0' && typeof value !== 'object',
  things: (value) => typeof value === 'object',
};

/** How well a value fits a look: 0 not at all, 1 if it is empty, 2 well, 3 if it is a text with HTML. */
function fitOf(look: string, value: unknown) {
  if (isBlank(value)) return 1;
  if (!looks[look]?.(value)) return 0;
  return look === 'text' && isHtml(value) ? 3 : 2;
}

/**
 * Returns the best place for a name of the table of words: by how well its values fit, by the position of its name in
 * the line, and by its depth. A place with a value that does not fit is excluded.
 */
export function find(all: readonly Place[], wanted: string, by: 'name' | 'names' = 'name') {
  const { look = '', names = [] } = words.get(wanted) ?? {};
  const scored = all.flatMap((each) => {
    const first = [each[by]]
      .flat()
      .map((name) => names.indexOf(name))
      .find((position) => position >= 0);
    const fits = each.values.map((value) => fitOf(look, value));
    return first === undefined || fits.includes(0)
      ? []
      : { each, score: Math.max(...fits) * 100 - first - each.depth * 5 };
  });
  return scored.toSorted((one, other) => other.score - one.score)[0]?.each;
}

/**
 * Returns the places of all names after a prefix of the table, such as the numbers of a list. Each is looked for in one
 * group of places after the other.
 */
export function findAll(prefix: string, ...groups: (readonly Place[])[]) {
  const wanted = [...words.keys()].filter((name) => name.startsWith(prefix));
  const placeOf = (name: string) => groups.map((all) => find(all, name)).find(Boolean)?.place;
  return Object.fromEntries(wanted.map((name) => [name.slice(prefix.length), placeOf(name)]));
}

/** Names of a field that identifies rows, the surest first. */
const idNames = [
  ...[/^id$/, /^uuid$/, /^_id$/, /^documentId$/, /^guid$/, /^key$/, /^pk$/, /^slug$/],
  /(^|[_a-z])(id|Id|ID)$/,
  /^(num|no|nr|number|numero|nummer|code|codigo|kennung|clave|chave|ref)$/i,
  /(_|[a-z](?=[A-Z]))(num|no|nr|number|numero|nummer|code|codigo|key|pk|uuid)$/i,
];

/**
 * Returns the name of the field that identifies the rows: the one that the person named (`told`), or the only one of a
 * usual name; undefined if there is none, or if its values are not unique.
 */
export function idFieldOf(rows: readonly Json[], told?: string) {
  const names = Object.keys(rows[0] ?? {});
  const usual = idNames.flatMap((pattern) => {
    const own = names.filter((name) => pattern.test(name));
    return own.length === 1 ? own : [];
  });
  return [told ?? [], ...usual].flat().find((name) => {
    const ids = new Set(rows.map((row) => readJsonId(row[name])));
    return ids.size === rows.length && !ids.has(undefined);
  });
}

/**
 * Finds where the rows of a host have the fields of an entity: by the documentation of the host's make, by their
 * names, and by the kind of their values. Of each field, `says` is the entry of host.json, and `sample` a value.
 */
export function matchFields(
  entity: HostKind,
  rows: readonly Json[],
  { id: idField = idFieldOf(rows) ?? 'id', ...documented }: Record<string, FieldPlace> = {},
) {
  const fields = new Map<string, { place: string; says: FieldPlace; sample: unknown }>();
  const put = (ours: string, says: FieldPlace) => {
    const place = typeof says === 'string' ? says : String([says.at ?? ''].flat().at(says.join ? 0 : -1));
    const sample = rows.map((row) => at(row, place)).find((value) => !isBlank(value));
    fields.set(ours, { place, says, sample });
  };
  put('id', idField);
  const all = placesIn(...rows).filter(({ place }) => place !== idField);
  let free = all;
  for (const [name, { look }] of words) {
    const ours = name.replace(`${entity}.`, '');
    const found = entityFields[entity].includes(ours) && find(free, name, 'names');
    const says = found && (look === 'flag' ? flagAt(found) : found.place);
    if (!says) continue;
    if (look !== 'moment') free = free.filter((each) => each !== found);
    put(ours, says);
  }
  const [first, last] = ['first_name', 'last_name'].map((part) => find(all, part, 'names')?.place);
  const isPart = [undefined, first].includes(fields.get('name')?.place);
  if (first && last && isPart && entityFields[entity].includes('name'))
    put('name', { at: [first, last], join: ' ' });
  // Visitors see the date of publication. Drafts have none, so the date of creation is the second choice.
  const made = fields.get('created_at')?.place;
  const published = find(free, 'published', 'names')?.place;
  if (entity === 'blog' && made && published && published !== made)
    put('created_at', { at: [published, made] });
  for (const [ours, says] of Object.entries(documented)) put(ours, says);
  return { entity, rows, fields };
}

/** Returns the entry of a flag; undefined if it is unknown which of its words means yes and which means no. */
function flagAt({ place, values }: Place) {
  const said = values.map(String).filter((word) => !/^(0|1|true|false|null|undefined|)$/i.test(word));
  const [first] = said;
  if (!first) return place;
  const pair = shownWords.find((each) => said.every((word) => each.includes(word.toLowerCase())));
  const asThere = (word = '') =>
    said.find((each) => each.toLowerCase() === word) ??
    (first === first.toUpperCase() ? word.toUpperCase() : word);
  return pair && { at: place, values: { 1: asThere(pair[0]), 0: asThere(pair[1]) } };
}
