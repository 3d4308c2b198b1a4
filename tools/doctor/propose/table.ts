import type { CallName } from '#shared/contract/index.ts';
import type { FieldPlace } from '../../../hosts/host-file/call.ts';
import { kinds as kept } from '../../../hosts/snapshots/kinds.ts';
import type { HostKind } from '../../../server/bff/reads/host-kinds.ts';

/**
 * Everything that the doctor recognises by name: the names that API hosts use, the most likely first, in lower case,
 * without separators and without parts that only describe the kind of value (`stemOf` in matching.ts). The first word of
 * a line says what the values look like (`looks` in matching.ts).
 */
/**
 * For each field of the contract, for the numbers that describe the pages of a list, for what a refusal says, and for the
 * answer to a sign-in. A name with a dot is for one kind of entity only.
 */
const table = `
blog_title: line blogtitle title name headline heading label subject caption titel ueberschrift titulo titular titre manchete kop
title: line title name headline heading label subject position role caption project job client titel bezeichnung stelle titulo nombre puesto titre nom intitule poste nome vaga naam functie kop
name: line name fullname displayname title member nombre nom nome naam voornaam
first_name: line firstname givenname forename voornaam vorname nombre prenom
last_name: line lastname surname familyname achternaam nachname apellido apellidos nom sobrenome
designation: line designation role jobtitle job position title function occupation funktion rolle cargo puesto poste fonction funcao functie
department: line department division unit team area category abteilung bereich departamento seccion departement service setor afdeling
city: line city location place office town ort stadt standort ciudad ville lieu cidade plaats stad
bio: text bio about biography description text intro summary profile content beschreibung descripcion biografia texto texte descricao levensloop biografie tekst
description: text description body content html text full rich article copy details about requirements summary inhalt beschreibung contenido descripcion texto cuerpo contenu texte corps conteudo descricao corpo tekst beschrijving omschrijving inhoud
project.images: pictures images gallery pictures photos screenshots media slides shots attachments files image cover thumbnail picture bilder galerie imagenes fotos imagens galerij afbeeldingen
tech_img: pictures techimg technologies tech techimage logos tools stack techstack icons badges technologien tecnologias logotipos
blog_image: image blogimage cover featured hero main banner header poster image picture photo thumbnail img thumb media file bild titelbild foto imagen portada couverture imagem capa omslag afbeelding
image: image image icon photo avatar portrait headshot profile logo cover picture banner thumbnail img thumb media file bild foto imagen icono imagem icone symbol url src path filename datei archivo fichero fichier arquivo location original full large afbeelding omslag bestand
share_image: image shareimage ogimage og share social meta
video: address video film movie
captions: address captions subtitles vtt track
project_url: address projecturl website url link live project site external demo href homepage webseite sitio enlace lien ligacao
linkedin_url: address linkedinurl linkedin linkedinprofile
facebook_url: address facebookurl facebook
category_id: id categoryid category service group topic discipline cat kategorie leistung categoria servicio categorie servico rubriek dienst
is_active: flag isactive published active status state visible enabled live online public veroeffentlicht aktiv sichtbar freigegeben publicado publicada activo activa visible estado publie actif visivel ativo stand zichtbaar actief gepubliceerd
excerpt: line excerpt teaser summary lead intro abstract standfirst shortdescription subtitle preview resumen entradilla vorspann anriss kurztext chapo chapeau accroche resumo aanhef inleiding samenvatting
search_title: line searchtitle metatitle seotitle
search_description: line searchdescription metadescription seodescription
v_order: number vorder position sort order menuorder sortorder displayorder rank weight index sequence priority ordering reihenfolge orden ordre ordem volgorde
projects_count: number projectscount projectcount workscount itemscount count total
salary_min: number salarymin minsalary salaryfrom
salary_max: number salarymax maxsalary salaryto
posted_at: moment postedat posted published dategmt created inserted date timestamp erstellt datum creado fecha publicado creele publiele data publicadoem geplaatst gepubliceerd
closes_at: moment closesat closes deadline closing expires applyby validthrough closed end until frist bewerbungsfrist bewerbungsschluss bis cierre plazo hasta cloture limite prazo sluit sluitingsdatum
created_at: moment createdat dategmt created inserted published date posted timestamp erstellt datum veroeffentlicht creado fecha fechapublicacion creele publiele data criadoem publicadoem geplaatst gemaakt aangemaakt gepubliceerd
updated_at: moment updatedat modifiedgmt updated modified lastmodified changed edited geaendert aktualisiert actualizado modifiele atualizadoem gewijzigd bijgewerkt
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
export const words = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', look = '', ...names] = line.split(/:? /);
      return [name, { look, names }] as const;
    }),
);

export const successWords =
  /^(ok|success|successful|gelukt|status|state|result|error|failed|code|statuscode|errorcode|errno)$/i;
/** Pairs of words with which hosts mark visible and hidden records. */
export const shownWords =
  'published/draft publish/draft active/inactive public/private live/draft enabled/disabled visible/hidden online/offline yes/no ja/nein oui/non aktiv/inaktiv veroeffentlicht/entwurf publicado/borrador activo/inactivo publie/brouillon publicado/rascunho ativo/inativo live/concept gepubliceerd/concept actief/inactief'
    .split(' ')
    .map((pair) => pair.split('/'));

/**
 * Describes a kind of content: its calls, the usual names of its list, and those of WordPress. Posts are part of
 * WordPress; the other kinds come from plugins and themes.
 */
function kind(entity: HostKind, list: CallName, names: string, wordpress: RegExp) {
  const found = kept.find(({ noun }) => noun.resource === entity) as (typeof kept)[0];
  const drafts = found.list === list ? undefined : found.list;
  return { ...found, entity, list, drafts, names: names.split(' '), wordpress };
}

/** The keys are also the names of the command-line options that state the path of a list. */
export const kinds = {
  posts: kind('blog', 'activeBlogs', 'posts articles news', /^posts$/),
  categories: kind(
    'category',
    'getProjectCategory',
    'categories services topics',
    /(project|portfolio|work).*(categor|type|field|service)|^services?$/i,
  ),
  projects: kind(
    'project',
    'getProjects',
    'projects works portfolio',
    /^(?!.*(categor|type|field|tag)).*(project|portfolio|works?$|case)/i,
  ),
  jobs: kind('job', 'jobs', 'jobs vacancies careers', /^(?!.*(categor|type)).*(job|career|vacanc|position)/i),
  team: kind('team_member', 'team', 'team people staff', /team|staff|people|employee/i),
};

export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];

type Query = Record<string, string>;

/** Make of a host, such as WordPress: what the documentation says about every host of this make. */
export interface Make {
  name: string;
  /** Its answers to a missing path and to its first list, with their headers, as JSON. */
  mark?: RegExp;
  /** Query parameters that every read needs, and those of lists in addition. */
  query?: Query;
  sort?: Query;
  /** Names that the query parameter for the page may have. */
  paging: readonly string[];
  /** Query parameter that selects the projects of a category. `*` is replaced by the name of the field. */
  filter?: string;
  /** Query parameters with which a list may include drafts for admins. */
  drafts: readonly Query[];
  login: string;
  nameField?: string;
  passwordField?: string;
  /** The method that changes a record; missing if undocumented. */
  edit?: string;
  /** Prefix of the name of a field in a body. */
  wrap?: string;
  takesNoFiles?: true;
  /** The call that uploads a file, and the field of a record that refers to the uploaded file. */
  upload?: { call: object; field: string };
  fields?: Partial<Record<HostKind, Record<string, FieldPlace>>>;
  zone?: string;
}

export const plain: Make = {
  name: 'plain',
  paging: ['page', 'p', 'page[number]', 'seite', 'pagina'],
  drafts: [{}],
  login: '/login',
};

const cover = '_embedded.wp:featuredmedia.0.source_url';
const absent = { always: '' };
export const wordpress: Make = {
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
