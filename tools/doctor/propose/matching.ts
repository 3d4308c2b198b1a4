import type { CallName } from '#shared/contract/index.ts';
import { isRecord } from '#shared/json.ts';
import { isBlank, readJsonId } from '#shared/schemas/fields.ts';
import type { FieldPlace } from '../../../hosts/host-file/call.ts';
import { entityFields } from '../../../hosts/host-file/entities.ts';
import { readAt as at } from '../../../hosts/host-file/pieces.ts';
import { kinds as kept } from '../../../hosts/snapshots/context.ts';
import { fieldsOfKinds, type HostKind } from '../../../server/bff/reads/host-kinds.ts';

/**
 * Everything that the doctor recognises by name: the names that API hosts use, the most likely first, in lower case,
 * without separators and without parts that only describe the kind of value (`stemOf`). The first word of a line says
 * what the values look like (`looks`). There is a line for each field of the contract, for the numbers that describe the
 * pages of a list, for what a refusal says, and for the answer to a sign-in. A name with a dot is for one kind of entity
 * only.
 */
const table = `
blog_title: line blogtitle title name headline heading label subject caption titel ueberschrift titulo titular titre manchete kop unwan surkhi betreff sujet intitule onderwerp
title: line title name headline heading label subject position titel bezeichnung stelle titulo nombre puesto titre nom intitule poste nome vaga naam functie kop unwan cargo ohda naslov denominacion denominazione role caption project job client
name: line name fullname displayname title member nombre nom nome naam voornaam vollername nomcomplet nombrecompleto nomecompleto volledigenaam
first_name: line firstname givenname forename voornaam vorname nombre prenom prenome roepnaam
last_name: line lastname surname familyname achternaam nachname apellido apellidos nom sobrenome familienname nomdefamille familienaam
designation: line designation role jobtitle job position title function occupation funktion rolle cargo puesto poste fonction funcao functie ohda roleintheteam jobname positie rol
department: line department division unit team area category abteilung bereich departamento seccion departement service setor afdeling shoba equipe ressort fachbereich pole domaine
city: line city location place office town ort stadt standort ciudad ville lieu cidade plaats stad shehar shehr localisation lugar localidad cidadeestado arbeitsort einsatzort standplaats werkplek
bio: text bio about biography description text intro summary profile content beschreibung descripcion biografia texto texte descricao levensloop biografie tekst taaruf presentation vita kurzbiografie apropos overmij
status: flag status state etat estado stand isopen open offen ouvert ouverte abierta abierto aberta statut published active actief aktiv online enligne
employment_type: flag employmenttype contracttype jobtype type employment contract contrat typecontrat vertragsart beschaeftigung beschaeftigungsart anstellung anstellungsart arbeitszeit dienstverband contrato tipocontrato jornada tipo
location_type: flag locationtype workplacetype workplace workmode arbeitsmodell modalidad modalite
description: text description body content html text full rich article copy details about requirements summary inhalt beschreibung contenido descripcion texto cuerpo contenu texte corps conteudo descricao corpo tekst beschrijving omschrijving inhoud tafseel matn mazmoon descriptif aufgaben missions mission funciones tarefas taken langtext fliesstext
project.images: pictures images gallery pictures photos screenshots media slides shots attachments files image cover thumbnail picture bilder galerie imagenes fotos imagens galerij afbeeldingen tasaveer beelden illustrations visuels vignettes aufnahmen capturas
tech_img: pictures techimg technologies tech techimage logos tools stack techstack icons badges technologien tecnologias logotipos tecnologia
blog_image: image blogimage cover featured hero main banner header poster image picture photo thumbnail img thumb media file bild titelbild foto imagen portada couverture imagem capa omslag afbeelding tasveer vignette visuel illustration beeld plaatje beitragsbild vorschaubild miniatura hauptbild
image: image image icon photo avatar portrait headshot profile logo cover picture banner thumbnail img thumb media file bild foto imagen icono imagem icone symbol url src path filename datei archivo fichero fichier arquivo location original full large afbeelding omslag bestand tasveer portret portraet illustration vignette visuel beeld pad pfad chemin ruta caminho pfad emblem
share_image: image shareimage ogimage og share social meta
video: address video film movie
captions: address captions subtitles vtt track
project_url: address projecturl website url link live project site external demo href homepage webseite sitio enlace lien ligacao enlaceweb sitioweb weblink webadresse adresse
linkedin_url: address linkedinurl linkedin linkedinprofile
facebook_url: address facebookurl facebook
category_id: id categoryid projectcategory projecttype projectfield projectservice portfoliocategory portfoliotype portfoliofield workcategory worktype workfield services category service group topic discipline cat kategorie leistung categoria servicio categorie servico rubriek dienst zumra qism prestation rubrique leistungsid tag section categorycode
is_active: flag isactive published active status state visible enabled live online public veroeffentlicht aktiv sichtbar freigegeben publicado publicada activo activa visible estado publie actif visivel ativo stand zichtbaar actief gepubliceerd shaya enligne enlinea shown isvisible sichtbarkeit statut
excerpt: line excerpt teaser summary lead intro abstract standfirst shortdescription subtitle preview resumen entradilla vorspann anriss kurztext chapo chapeau accroche resumo aanhef inleiding samenvatting khulasa lede resume resumee kurzbeschreibung kurzfassung leadtext
search_title: line searchtitle metatitle seotitle
search_description: line searchdescription metadescription seodescription
client: line client clientname customer customername kunde kundenname auftraggeber cliente nomclient opdrachtgever klant
year: number year jahr annee ano jaar
services: line services servicelist leistungen prestations diensten servicios
v_order: number vorder position sort order menuorder sortorder displayorder rank weight index sequence priority ordering reihenfolge orden ordre ordem volgorde tarteeb reihung rang
projects_count: number projectscount projectcount workscount itemscount count total
salary_min: number salarymin minsalary salaryfrom
salary_max: number salarymax maxsalary salaryto
posted_at: moment postedat posted published dategmt created inserted date timestamp erstellt datum creado fecha publicado creele publiele data publicadoem geplaatst gepubliceerd tareekh publicadoen creation publication aangemaakt veroeffentlicht ausgeschrieben
closes_at: moment closesat closes deadline closing expires applyby validthrough closed end until frist bewerbungsfrist bewerbungsschluss bis cierre plazo hasta cloture limite prazo sluit sluitingsdatum akhiritareekh fechacierre cierra validuntil datelimite gueltigbis bewerbungbis enddate
created_at: moment createdat dategmt created inserted published date posted timestamp erstellt datum veroeffentlicht creado fecha fechapublicacion creele publiele data criadoem publicadoem geplaatst gemaakt aangemaakt gepubliceerd tareekh creadoen fechacreacion creation publication criacao
updated_at: moment updatedat modifiedgmt updated modified lastmodified changed edited geaendert aktualisiert actualizado modifiele atualizadoem gewijzigd bijgewerkt actualizadoen modification maj modificacion bearbeitet
published: moment published publish posted publication veroeffentlicht publie publicacion publicacao gepubliceerd geplaatst
list.page: number currentpage page pagenumber pageno pageindex current number headerxpage seite pagina blad seitennummer numeropagina paginanummer numeropage
list.last_page: number lastpage totalpages pages pagecount numpages headerxtotalpages headerxwptotalpages seiten paginas bladen nbpages pagestotal totalpaginas anzahlseiten seitenanzahl nombrepages aantalpaginas headertotalpages
list.per_page: number perpage pagesize itemsperpage limit size headerxperpage per perpagina limite headerperpage headerxlimit parpage proseite porpagina anzahlproseite aantal taille groesse
list.total: number total totalcount totalitems totalresults totalelements headerxtotalcount headerxwptotal headerxtotal gesamt anzahl aantal totaal nbtotal headertotal totalrecords recordcount filtercount nombretotal nbresultats gesamtanzahl totaalaantal nbitems count itemcount
more: more nextcursor cursor nextpagetoken next nextpage nextpageurl nextlink endcursor after continuation hasmore hasnext hasnextpage weiter naechste naechster naechsteseite siguiente siguientepagina suivant proximo proxima volgende headerlink suivante pagesuivante apres
refusal.message: line message msg errormessage errordescription detail error title description reason text meldung nachricht fehler mensaje mensagem erreur erro melding bericht fout motif
refusal.errors: things errors fields params fielderrors violations validationerrors fehler errores erreurs erros velden fouten champs campos felder
sign_in.token: secret token accesstoken authtoken apitoken sessiontoken plaintexttoken access jwt bearer ficha jeton chave schluessel key credential secret headerauthorization headerxauthtoken headerxaccesstoken sleutel toegangstoken zugangstoken zugriffstoken jetonacces tokenacceso
word.1: 0 published publish active public live enabled visible online yes ja oui si sim aktiv veroeffentlicht publicado publicada activo publie ativo live gepubliceerd actief publiee sichtbar zichtbaar
word.0: 1 draft draft inactive private draft disabled hidden offline no nein non no nao inaktiv entwurf borrador borrador inactivo brouillon inativo concept concept inactief brouillon versteckt verborgen
word.draft: - draft entwurf borrador brouillon rascunho concept
word.open: closed true open published active ouverte ouvert offen abierto abierta aberto aberta gepubliceerd publicada aktiv actief live
word.closed: open false closed archived inactive fermee ferme geschlossen cerrado cerrada fechado fechada gesloten cerrada inaktiv gesloten archived
word.filled: - filled pourvue pourvu besetzt cubierta vervuld preenchida
word.FULL_TIME: - fulltime ft full vollzeit cdi tempsplein voltijd vast tiempocompleto jornadacompleta completo permanent festanstellung tempointegral
word.PART_TIME: - parttime pt part teilzeit tempspartiel deeltijd tiempoparcial mediajornada meiotempo
word.CONTRACTOR: - contractor contract freelance freelancer freiberuflich zzp autonomo
word.TEMPORARY: - temporary temp fixedterm befristet cdd tijdelijk temporal temporario
word.INTERN: - intern internship praktikum praktikant stage stagiaire stagiair practicas becario estagio
word.VOLUNTEER: - volunteer ehrenamt benevole vrijwilliger voluntario
word.onsite: - onsite office vorort surplace presencial oplocatie
word.hybrid: - hybrid hybride hibrido
word.remote: - remote teletravail homeoffice remoto thuis
user.id: id id uuid userid gebruiker benutzer identifiant
user.name: line name fullname displayname userdisplayname username login naam nom nombre nome benutzername utilisateur prenom
user.email: line email emailaddress mail useremail courriel correo adressemail emailadresse mailadresse
user.role: flag role level rolename usertype roles rolle rol papel perfil rollen
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
/** Usual paths of a sign-in, and the words by which a sign-out is named after a sign-in. */
export const signIns =
  '/auth/login /login /sessions /session /signin /sign-in /users/sign_in /users/login /token /auth/token /auth /authenticate /auth/signin /auth/anmelden /anmelden /auth/connexion /connexion /auth/entrar /entrar /iniciar-sesion /acceso /sesion /auth/inloggen /inloggen /aanmelden /sessie'.split(
    ' ',
  );
export const signOuts =
  'login/logout signin/signout authenticate/logout sign-in/sign-out sign_in/sign_out iniciar/cerrar entrar/salir connexion/deconnexion aanmelden/afmelden anmelden/abmelden inloggen/uitloggen'
    .split(' ')
    .map((pair) => pair.split('/') as [string, string]);

/** Usual names of the query parameters for the number of rows to skip, and for the cursor of the next page. */
export const offsets = 'offset skip start from overslaan ueberspringen saltar page[offset]'.split(' ');
export const cursors =
  'cursor after next page_token pageToken starting_after na nach apres despues apos page[after]'.split(' ');

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
    'posts articles news blog blog_posts blog-posts noticias entradas articulos publicaciones artigos actualites beitraege artikel neuigkeiten berichten artikelen nieuws khabrein mazameen',
    /^posts$/,
  ),
  categories: kind(
    'category',
    'getProjectCategory',
    'categories services topics categorias servicios servicos areas rubriques prestations kategorien leistungen diensten categorieen khidmaat',
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
    'jobs vacancies careers positions openings job_postings job-postings empleos vacantes ofertas vagas empregos emplois offres stellen stellenangebote vacatures mulazmatein asamiyan',
    /^(?!.*(categor|type)).*(job|career|vacanc|position)/i,
  ),
  team: kind(
    'team_member',
    'team',
    'team people staff team_members team-members members equipo personas miembros equipe membres mitarbeiter personen medewerkers collaborateurs arkaan',
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
  /** Further fields of a sign-in. */
  extras: {},
  /** The method that changes a record; '' if undocumented. */
  edit: '',
  /** Prefix of the name of a field in a body. */
  wrap: '',
  /** The call that uploads a file, and the field of a record that refers to the uploaded file. */
  upload: undefined as { call: object; field: string } | undefined,
  fields: {} as Partial<Record<HostKind, Record<string, FieldPlace>>>,
  zone: '',
};

const cover = '_embedded.wp:featuredmedia.0.source_url';
const absent = { always: '' };

/** The differences of makes that are known by a mark, the surest first. */
const differences: Partial<Make>[] = [
  {
    name: 'wordpress',
    mark: /\/wp-json\/wp\/v2/,
    query: { _embed: '1' },
    paging: ['page'],
    filter: '*',
    drafts: [{ status: 'any' }],
    login: '/jwt-auth/v1/token',
    nameField: 'username',
    edit: 'POST',
    upload: { call: { path: '/media', send: 'raw' }, field: 'featured_media' },
    fields: {
      blog: { blog_image: cover, excerpt: absent },
      project: { images: '_embedded.wp:featuredmedia', project_url: absent, excerpt: absent },
      project_image: { image: 'source_url' },
      job: { status: { always: 'open' } },
      team_member: { image: cover },
    },
    zone: 'UTC',
  },
  {
    name: 'directus',
    mark: /"extensions":\{[^{}]*"code":"[A-Z_]+"|"x-powered-by":"Directus"/,
    query: { meta: '*' },
    filter: 'filter[*][_eq]',
    edit: 'PATCH',
    upload: { call: { path: '/files', from: 'origin', value: 'data.id' }, field: '' },
  },
  {
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
  },
  {
    name: 'json_api',
    mark: /application.vnd.api.json|"type":"[^"]*"[^{}]{0,99}"attributes":\{/,
    paging: ['page[number]', 'page'],
    filter: 'filter[*]',
    edit: 'PATCH',
    wrap: 'data.attributes.',
  },
  {
    // Devise, the usual library for sign-in on Rails, reads both fields inside an object `user`.
    name: 'rails',
    mark: /"x-runtime":/,
    nameField: 'user.email',
    passwordField: 'user.password',
    edit: 'PATCH',
    wrap: '{kind}.',
  },
  {
    name: 'laravel',
    // Sanctum names a token after the device.
    extras: { device_name: 'website' },
    edit: 'PUT',
    mark: /laravel_session|XSRF-TOKEN|"message":"[^"]*could not be found\.|"last_page_url":|"meta":\{[^{}]*"current_page":/,
  },
];
export const makes = differences.map((each): Make => ({ ...plain, ...each }));

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
  /^(rendered|html|text|value|raw|content|url|src|path|pad|pfad|chemin|href|original|full|large|file|bestand|datei|fichier|data|attributes|id|uuid|num|nr|code|\d+)$/;

/** Remove what only describes the kind of value: isPublished becomes published, and coverImageUrl becomes cover. */
const withoutPrefix = (name: string) => name.replace(/^(is|date|datum|fecha|html)(?=.)/, '');
const stemOf = (name: string) =>
  name.replace(
    /(?<=.)((image|picture|photo|html|text)?(url|link|src|path)?|at|am|on|op|el|le|em|date|codes?|ids?)$/,
    '',
  );

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
    const short = whole.map(withoutPrefix);
    return {
      place,
      /** Its own name, in the form of `bareName`. */
      name,
      /** Names that include those of the objects around it: `cover.data.url` has `coverdataurl` and `cover`. */
      names: [...whole, ...short, ...short.map(stemOf)],
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
  flag: matches(/^([01]|[\p{L}_ -]{2,20})$/u),
  number: matches(/^-?\d{1,15}(\.\d+)?$/),
  moment: matches(/^((\d{4}-\d\d-\d\d|\d\d?([./-])\d\d?\3\d{4})([T ]\d\d:\d\d.*)?|1?\d{9}(\d{3})?)$/),
  address: (value) => /^https?:\/\/\S+$|\.(mp4|webm|mov|m4v)$/i.test(String(value)) && !isPicture(value),
  secret: matches(/^(bearer )?[\x21-\x7e]{12,}$/i),
  more: matches(/^(?!0$|false$|\[object)/),
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

/** Returns the places of all names after a prefix of the table, such as the numbers of a list. */
export function findAll(prefix: string, all: readonly Place[]) {
  const wanted = [...words.keys()].filter((name) => name.startsWith(prefix));
  return Object.fromEntries(wanted.map((name) => [name.slice(prefix.length), find(all, name)?.place]));
}

/** Names of a field that identifies rows, the surest first. */
const idNames = [
  /^id$/,
  /^uuid$/,
  /^_id$/,
  /^documentId$/,
  /^guid$/,
  /^key$/,
  /^pk$/,
  /^slug$/,
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
    const choices = (at(fieldsOfKinds, `${entity}.${ours}.words`) ?? ['1', '0']) as string[];
    const says = found && (look === 'flag' ? wordsAt(found, choices) : found.place);
    if (!says) continue;
    if (look !== 'moment') free = free.filter((each) => each !== found);
    put(ours, says);
  }
  const [first, last] = ['first_name', 'last_name'].map((part) => find(all, part, 'names')?.place);
  const isPart = [undefined, first, last].includes(fields.get('name')?.place);
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

/**
 * Returns the entry of a field of a few words, or of a flag, whose words are 1 and 0; undefined if none of the words
 * at the host is known.
 */
function wordsAt({ place, values }: Place, ours: readonly string[]) {
  const said = values.filter((value) => !isBlank(value)) as string[];
  if (ours.includes('1') && said.every((value) => /^(0|1|true|false)$/i.test(String(value)))) return place;
  const meant: Record<string, string | boolean> = {};
  for (const word of ours) {
    const { look: other = '', names = [] } = words.get(`word.${word}`) ?? {};
    const positionOf = (value: unknown) => names.indexOf(bareName(String(value)));
    const value = said.find((each) => positionOf(each) >= 0);
    if (value === undefined) continue;
    meant[word] = value;
    const opposite = words.get(`word.${other}`)?.names[positionOf(value)];
    if (!opposite) continue;
    const isUpper = value === String(value).toUpperCase();
    meant[other] ??= typeof value === 'boolean' ? !value : isUpper ? opposite.toUpperCase() : opposite;
  }
  return Object.keys(meant).length > 0 ? { at: place, values: meant } : undefined;
}
