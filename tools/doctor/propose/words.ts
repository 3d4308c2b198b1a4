import type { Look } from './json.ts';

/**
 * The names that API hosts use, the most likely first: in lower case, without separators, and without parts that only
 * describe the kind of value (`stemOf` of matching.ts). This is the one table for everything that the doctor
 * recognises by name.
 */
const created = 'created inserted published date posted timestamp';

/**
 * For each field of the contract: what its values look like (a key of `looks`), and its names. A key with a dot is
 * for one kind of entity only.
 */
const ofFields = {
  title: 'line title name headline heading label subject position role caption project job client',
  name: 'line name fullname displayname title member',
  designation: 'line designation role jobtitle job position title function occupation',
  department: 'line department division unit team area category',
  city: 'line city location place office town',
  bio: 'text bio about biography description text intro summary profile',
  description:
    'text body content html description text full rich article copy details about requirements summary',
  'project.images':
    'pictures images gallery pictures photos screenshots media slides shots attachments files image cover thumbnail picture',
  tech_img: 'pictures technologies tech techimage logos tools stack techstack icons badges',
  blog_image:
    'image cover featured hero main banner header poster image picture photo thumbnail img thumb media file',
  image:
    'image icon photo avatar portrait headshot profile logo image cover picture banner thumbnail img thumb media file url src path filename location original full large',
  share_image: 'image ogimage shareimage og share social meta',
  video: 'address video film movie',
  captions: 'address captions subtitles vtt track',
  project_url: 'address website url link live project site external demo href homepage',
  linkedin_url: 'address linkedin linkedinprofile',
  facebook_url: 'address facebook',
  category_id: 'id category service group topic discipline cat',
  is_active: 'flag published active status state visible enabled live online public',
  excerpt: 'line excerpt teaser summary lead intro abstract standfirst shortdescription subtitle preview',
  search_title: 'line metatitle seotitle',
  search_description: 'line metadescription seodescription',
  v_order: 'number position sort order sortorder displayorder rank weight index sequence priority ordering',
  projects_count: 'number projectscount projectcount workscount itemscount count total',
  salary_min: 'number salarymin minsalary salaryfrom',
  salary_max: 'number salarymax maxsalary salaryto',
  posted_at: `moment posted published ${created}`,
  closes_at: 'moment closes deadline closing expires applyby validthrough closed end until',
  created_at: `moment ${created}`,
  updated_at: 'moment updated modified lastmodified changed edited',
};

const wordsOf = (text: string) => text.split(' ');

export const fieldWords = Object.entries({ blog_title: ofFields.title, ...ofFields }).map(([name, all]) => {
  const [look, ...names] = all.split(' ') as [Look, ...string[]];
  return { name, look, names };
});

/** The numbers that describe the pages of a list. */
export const numberWords = {
  page: wordsOf('currentpage page pagenumber pageno pageindex current number xpage'),
  last_page: wordsOf('lastpage totalpages pages pagecount numpages xtotalpages xwptotalpages'),
  per_page: wordsOf('perpage pagesize itemsperpage limit size xperpage'),
  total: wordsOf(
    'total totalcount totalitems totalresults totalelements xtotalcount xwptotal count itemcount xtotal',
  ),
};

export const messageWords = wordsOf(
  'message msg errormessage errordescription detail error title description reason text',
);
export const errorWords = wordsOf('errors fields fielderrors violations validationerrors');
export const successWords = wordsOf(
  'ok success successful status state result error failed code statuscode errorcode errno',
);
export const tokenWords = wordsOf(
  'token accesstoken authtoken apitoken sessiontoken plaintexttoken access jwt bearer',
);

/** The properties of the person who signed in. */
export const userWords = {
  id: wordsOf('id uuid userid'),
  name: wordsOf('name fullname displayname userdisplayname username login'),
  email: wordsOf('email emailaddress mail useremail'),
  role: wordsOf('role level rolename usertype roles'),
};

/** Pairs of words with which hosts mark visible and hidden records. */
export const shownWords: readonly (readonly string[])[] =
  'published/draft publish/draft active/inactive public/private live/draft enabled/disabled visible/hidden online/offline yes/no'
    .split(' ')
    .map((pair) => pair.split('/'));
