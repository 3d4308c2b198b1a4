import type { EntityName } from '../../../server/bff/reads/kinds-of-things.ts';

const created =
  'moment createdat created createdon datecreated createdate insertedat publishedat published publishedon date postedat timestamp';
const updated =
  'moment updatedat updated updatedon modifiedat modified modifiedon lastmodified changed changedat dateupdated editedat';
const order =
  'number position sort order sortindex sortorder displayorder orderindex rank weight index sequence priority ordering';
const shown =
  'flag ispublished published isactive active status state visible isvisible enabled live online ispublic';
const html =
  'text body content contenthtml bodyhtml html description descriptionhtml text fulltext richtext article copy details longdescription';
const image =
  'image imageurl picture photo thumbnail cover coverimage coverurl img thumb media file url src path';
const seo = {
  excerpt: 'line excerpt teaser summary lead intro abstract standfirst shortdescription subtitle preview',
  search_title: 'line metatitle seotitle searchtitle',
  search_description: 'line metadescription seodescription searchdescription',
  share_image: 'image ogimage shareimage socialimage metaimage',
};
const dates = { created_at: created, updated_at: updated };

/** For each field of ours: the look of its values (json.ts), and the names that hosts give it, likely ones first, in plain form. */
export const fieldWords: Partial<Record<EntityName, Record<string, string>>> = {
  blog: {
    blog_title: 'line title headline name subject heading posttitle articletitle blogtitle caption',
    description: html,
    blog_image: `image cover coverimage coverurl featuredimage heroimage hero mainimage banner headerimage poster ${image}`,
    is_active: shown,
    ...seo,
    ...dates,
  },
  category: {
    title: 'line name title label heading categoryname displayname caption',
    image: `image icon iconurl cover banner ${image}`,
    tech_img: 'pictures technologies techimg techimage logos tools tech stack techstack icons badges',
    projects_count: 'number projectscount projectcount workscount itemscount count total',
    ...dates,
  },
  project: {
    title: 'line title name headline heading projectname label client',
    description: `${html} about summary`,
    images:
      'pictures images gallery pictures photos galleryimages screenshots media slides shots attachments files image cover thumbnail picture',
    video: 'address video videourl videofile film movie',
    v_order: order,
    project_url:
      'address website url link liveurl projecturl siteurl externalurl demourl href live demo homepage',
    category_id:
      'id categoryid category serviceid service groupid group topicid topic disciplineid typeid catid cat',
    ...seo,
    ...dates,
  },
  job: {
    title: 'line title name position role headline jobtitle',
    department: 'line department team division area unit category',
    city: 'line city location place office town',
    description: `${html} about requirements`,
    salary_min: 'number salarymin minsalary salaryfrom',
    salary_max: 'number salarymax maxsalary salaryto',
    v_order: order,
    posted_at: `moment postedat publishedat postedon publishedon dateposted ${created}`,
    closes_at: 'moment closesat deadline closingdate expiresat applyby validthrough closedat enddate until',
    ...dates,
  },
  team_member: {
    name: 'line name fullname displayname title membername',
    designation: 'line designation role jobtitle job position title function occupation',
    department: 'line department division team unit',
    image: `image photo avatar portrait photourl avatarurl headshot profileimage profilepicture ${image}`,
    bio: 'text bio about biography description text intro summary profile',
    linkedin_url: 'address linkedin linkedinurl linkedinprofile',
    facebook_url: 'address facebook facebookurl',
    v_order: order,
    is_active: shown,
    ...dates,
  },
  logo: { image: `image logo icon logourl iconurl ${image}` },
  project_image: { image: `image url ${image} filename location original full large` },
};

/** Words for what visitors see, and for what they do not. */
export const shownWords: readonly (readonly string[])[] =
  'published/draft publish/draft active/inactive public/private live/draft enabled/disabled visible/hidden online/offline yes/no'
    .split(' ')
    .map((pair) => pair.split('/'));
