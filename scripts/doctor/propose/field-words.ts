import type { EntityName } from '../../../server/bff/hosts/host-file/entities.ts';

/** What a value has to look like. */
export type Look =
  | 'line'
  | 'text'
  | 'image'
  | 'pictures'
  | 'flag'
  | 'moment'
  | 'number'
  | 'address'
  | 'id'
  | 'choice'
  | 'slug';

export interface Word {
  /** Names at the host in plain form, the likely ones first, with a blank between two. */
  names: string;
  looks: Look;
  /** Names that say the opposite. */
  opposite?: string;
}

export function wordsIn(text = ''): readonly string[] {
  return text.trim().split(' ').filter(Boolean);
}

const id: Word = { names: 'id uuid documentid guid key pk', looks: 'id' };
const created: Word = {
  names:
    'createdat created createdon creationdate datecreated createdate insertedat publishedat published publishedon publishdate pubdate date postedat timestamp',
  looks: 'moment',
};
const updated: Word = {
  names:
    'updatedat updated changed changedat modified modifiedat updatedon lastmodified modifiedon dateupdated datemodified editedat updatedate',
  looks: 'moment',
};
const order: Word = {
  names:
    'position sort order sortindex sortorder displayorder orderindex rank weight index sequence priority ordering sorting ord',
  looks: 'number',
};
const shown: Word = {
  names:
    'ispublished published isactive active status state visible isvisible enabled isenabled live islive public ispublic online publishstatus visibility',
  opposite: 'draft isdraft hidden ishidden archived isarchived disabled',
  looks: 'flag',
};
const html = (more = ''): Word => ({
  names: `body content contenthtml bodyhtml html description descriptionhtml text fulltext richtext article copy details longdescription story texthtml ${more}`,
  looks: 'text',
});
const image = (more: string): Word => ({
  names: `${more} image imageurl picture photo thumbnail cover coverimage coverurl img thumb media file url src path`,
  looks: 'image',
});
const excerpt: Word = {
  names:
    'excerpt teaser summary lead intro abstract standfirst shortdescription subtitle preview dek introduction',
  looks: 'line',
};
const told: Record<string, Word> = {
  excerpt,
  search_title: { names: 'metatitle seotitle searchtitle', looks: 'line' },
  search_description: { names: 'metadescription seodescription searchdescription', looks: 'line' },
  share_image: {
    names: 'ogimage shareimage socialimage sharingimage metaimage',
    looks: 'image',
  },
};

/** For each field of ours the names that hosts have for it. What has no line here is not looked for. */
export const fieldWords: Partial<Record<EntityName, Record<string, Word>>> = {
  blog: {
    id,
    blog_title: {
      names: 'title headline name subject heading posttitle articletitle blogtitle titletext caption',
      looks: 'line',
    },
    description: html(),
    blog_image: image(
      'cover coverimage coverimageurl coverurl featuredimage heroimage hero mainimage banner featuredimageurl blogimage headerimage poster titleimage leadimage',
    ),
    is_active: shown,
    ...told,
    created_at: created,
    updated_at: updated,
  },
  category: {
    id,
    title: {
      names: 'name title label heading categoryname displayname caption',
      looks: 'line',
    },
    image: image('icon iconurl cover coverimage banner'),
    tech_img: {
      names: 'technologies techimg techimage logos tools tech stack techstack icons badges',
      looks: 'pictures',
    },
    projects_count: {
      names: 'projectscount projectcount workscount workcount itemscount projects works count total',
      looks: 'number',
    },
    created_at: created,
    updated_at: updated,
  },
  project: {
    id,
    title: {
      names: 'title name headline heading projectname label client',
      looks: 'line',
    },
    description: html('about summary excerpt'),
    images: {
      names:
        'images gallery pictures photos galleryimages screenshots media slides shots attachments files assets image cover coverimage thumbnail picture',
      looks: 'pictures',
    },
    video: { names: 'video videourl videofile film movie', looks: 'address' },
    v_order: order,
    project_url: {
      names:
        'website url link liveurl projecturl siteurl externalurl demourl weburl websiteurl href live demo homepage externallink',
      looks: 'address',
    },
    category_id: {
      names:
        'categoryid category serviceid service groupid group topicid topic disciplineid fieldid typeid cat catid',
      looks: 'id',
    },
    ...told,
    created_at: created,
    updated_at: updated,
  },
  job: {
    id,
    title: { names: 'title name position role headline jobtitle', looks: 'line' },
    slug: { names: 'slug urlslug handle permalink', looks: 'slug' },
    department: { names: 'department team division area unit category', looks: 'line' },
    employment_type: {
      names: 'employmenttype employment contracttype jobtype type contract worktype schedule',
      looks: 'choice',
    },
    location_type: {
      names: 'locationtype remote isremote workplace workplacetype workmode workmodel',
      looks: 'choice',
    },
    city: { names: 'city location place office town', looks: 'line' },
    region: { names: 'region state province', looks: 'line' },
    country: { names: 'country countrycode', looks: 'line' },
    description: html('about requirements'),
    salary_min: { names: 'salarymin minsalary salaryfrom', looks: 'number' },
    salary_max: { names: 'salarymax maxsalary salaryto', looks: 'number' },
    openings: { names: 'openings vacancies headcount seats places', looks: 'number' },
    status: {
      names: 'status state isopen open ispublished published isactive active',
      looks: 'choice',
    },
    v_order: order,
    posted_at: {
      names: 'postedat publishedat postedon publishedon dateposted createdat created createdon',
      looks: 'moment',
    },
    closes_at: {
      names:
        'closesat deadline closingdate expiresat applyby validthrough closedat applicationdeadline expires enddate until',
      looks: 'moment',
    },
    created_at: created,
    updated_at: updated,
  },
  applicant: {
    id,
    name: { names: 'name fullname applicantname candidatename', looks: 'line' },
    email: { names: 'email emailaddress mail', looks: 'line' },
    phone: { names: 'phone phonenumber telephone tel mobile', looks: 'line' },
    city: { names: 'city town location', looks: 'line' },
    cover_letter: { names: 'coverletter covernote motivation letter message text', looks: 'text' },
    portfolio_url: { names: 'portfolio portfoliourl website url', looks: 'address' },
    linkedin_url: { names: 'linkedin linkedinurl linkedinprofile', looks: 'address' },
    cv_name: {
      names: 'cvname resumename cvfilename resumefilename filename cv resume cvurl resumeurl',
      looks: 'line',
    },
    job_id: { names: 'jobid vacancyid positionid openingid', looks: 'id' },
    created_at: created,
    updated_at: updated,
  },
  team_member: {
    id,
    name: { names: 'name fullname displayname title membername', looks: 'line' },
    designation: {
      names: 'designation role jobtitle job position title function occupation rolename',
      looks: 'line',
    },
    department: { names: 'department division team unit', looks: 'line' },
    image: image('photo avatar portrait photourl avatarurl headshot pictureurl profileimage profilepicture'),
    bio: {
      names: 'bio about biography description text intro summary profile',
      looks: 'text',
    },
    linkedin_url: { names: 'linkedin linkedinurl linkedinprofile', looks: 'address' },
    facebook_url: { names: 'facebook facebookurl', looks: 'address' },
    v_order: order,
    is_active: shown,
    created_at: created,
    updated_at: updated,
  },
  logo: { id, image: image('logo icon logourl iconurl') },
  project_image: {
    id,
    image: image('url image file path src filename location original full large'),
  },
};

/** What is sent of a message, where the host's own document names it. */
export const messageWords: Record<string, readonly string[]> = {
  name: ['name', 'fullname', 'yourname', 'sendername', 'contactname', 'firstname', 'from'],
  email: ['email', 'emailaddress', 'mail', 'replyto', 'senderemail', 'contactemail'],
  phone: ['phone', 'phonenumber', 'telephone', 'tel', 'mobile'],
  subject: ['subject', 'topic', 'title', 'reason'],
  message: ['message', 'text', 'body', 'content', 'comment', 'comments', 'enquiry', 'inquiry', 'details'],
};

/** Our choices, and the plain words of hosts for them. */
export const choices: Record<string, Record<string, readonly string[]>> = {
  employment_type: {
    FULL_TIME: ['fulltime', 'full', 'permanent', 'regular'],
    PART_TIME: ['parttime', 'part'],
    CONTRACTOR: ['contract', 'contractor', 'freelance', 'freelancer', 'fixedterm'],
    TEMPORARY: ['temporary', 'temp', 'seasonal'],
    INTERN: ['internship', 'intern', 'trainee', 'apprenticeship'],
    VOLUNTEER: ['volunteer', 'voluntary'],
    PER_DIEM: ['perdiem'],
    OTHER: ['other'],
  },
  location_type: {
    onsite: ['onsite', 'office', 'inoffice', 'local', 'inperson'],
    hybrid: ['hybrid', 'mixed', 'flexible'],
    remote: ['remote', 'fullyremote', 'home', 'homeoffice', 'anywhere'],
  },
  status: {
    open: ['open', 'published', 'active', 'live', 'online', 'public'],
    draft: ['draft', 'unpublished', 'pending'],
    closed: ['closed', 'inactive', 'archived', 'expired', 'offline'],
    filled: ['filled', 'hired'],
  },
};
