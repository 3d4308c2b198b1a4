import { type Company, crop, drawing, drawn, portrait } from './company.ts';

const wave = (colour: string, light: string) =>
  drawing(
    `<rect x="10" y="10" width="100" height="100" rx="26" fill="${colour}"/><path d="M24 70c12-14 24-14 36 0s24 14 36 0M24 48c12-14 24-14 36 0s24 14 36 0" fill="none" stroke="${light}" stroke-width="9" stroke-linecap="round"/>`,
  );

const plum = '#9a6f8c';

/** A studio for games in Karachi, whose whole site is in Urdu. */
export const gameStudio: Company = {
  site: {
    language: 'ur',
    name: 'دریا گیمز',
    tagline: 'ہمارے شہروں کی کہانیاں، کھیل کی صورت میں',
    description:
      'دریا گیمز کراچی کا ایک چھوٹا سا گیم اسٹوڈیو ہے۔ ہم موبائل اور کمپیوٹر کے لیے ایسے کھیل بناتے ہیں جن کی کہانیاں ہمارے اپنے شہروں سے آتی ہیں۔',
    address: { street: 'دوسری منزل، بندر روڈ', city: 'کراچی', region: 'سندھ', country: 'پاکستان' },
    phone: '+92 21 0000 0000',
    email: 'salam@darya.example',
    currency: 'PKR',
    hours: ['پیر سے جمعہ، صبح 10 بجے سے شام 6 بجے تک'],
    social: [
      { name: 'یوٹیوب', url: 'https://www.youtube.com/' },
      { name: 'فیس بک', url: 'https://www.facebook.com/' },
    ],
    legal_entity: 'دریا گیمز پرائیویٹ لمیٹڈ',
    apps: [
      {
        id: 'last-lorry',
        name: 'آخری لاری',
        summary: 'رات کا پہاڑی راستہ، ایک پرانی لاری اور وہ مسافر جنہیں صبح سے پہلے گھر پہنچنا ہے۔',
        developer: 'دریا گیمز',
        stores: [{ store: 'گوگل پلے', url: 'https://play.google.com/store' }],
        deleted_data: ['آپ کا کھاتہ: نام اور ای میل کا پتا', 'آپ کے محفوظ کیے ہوئے سفر'],
        kept_data: ['خریداری کی رسیدیں، چھ سال تک، کیونکہ قانون کا یہی تقاضا ہے'],
      },
    ],
    brand: {
      logo: 'logo.svg',
      logo_dark: 'logo-dark.svg',
      logo_with_name: true,
      favicon: 'favicon.svg',
      artwork: 'pattern',
      pattern: 'weave',
      colors: {
        light: { background: '#fbf7f4', text: '#241626', accent: '#8a1f5c', signal: '#0d5f63' },
        dark: { background: '#171019', text: '#f5edf2', accent: '#f29ccb', signal: '#86d3cf' },
      },
    },
    pages: {
      home: {
        head: {
          title: 'کھیل جن میں اپنا شہر پہچانا جائے',
          text: 'دریا گیمز کراچی کا ایک چھوٹا سا گیم اسٹوڈیو ہے۔ ہم موبائل اور کمپیوٹر کے لیے کھیل بناتے ہیں: اپنے بھی، اور اسکولوں اور عجائب گھروں کے لیے بھی۔',
          proof: 'سنہ 2017 سے اب تک 9 کھیل، اور 14 لاکھ کھیلنے والے۔',
        },
        about: {
          title: 'پہلے کاغذ پر، پھر اسکرین پر',
          text: 'ہمارا ہر کھیل کاغذ کے ٹکڑوں اور چائے کی پیالیوں سے شروع ہوتا ہے۔ جو کھیل میز پر مزہ نہ دے، وہ فون پر بھی نہیں دے گا۔',
        },
        services: {
          title: 'ہم کیا بناتے ہیں',
          items: [
            {
              title: 'اپنے کھیل',
              text: 'جنہیں ہم خود سوچتے، بناتے اور برسوں سنبھالتے ہیں۔',
              link: '/portfolio/اپنے%20کھیل',
            },
            {
              title: 'فرمائشی کھیل',
              text: 'اسکولوں، عجائب گھروں اور اداروں کے لیے، خیال سے لے کر تربیت تک۔',
            },
            { title: 'آواز اور موسیقی', text: 'رکشے، بازار اور بارش کی اصل آوازیں، اور ان پر بنی دھنیں۔' },
          ],
        },
        process: {
          items: [
            { title: 'پہلی ملاقات', text: 'ایک گھنٹہ، بلا معاوضہ۔ آپ بتائیں کہ کھیل کس کے لیے ہے اور کیوں۔' },
            {
              title: 'کاغذ پر کھیل',
              text: 'دو ہفتے۔ کاغذ کے ٹکڑوں پر ایک نمونہ، اور ساتھ میں قیمت اور تاریخ۔',
            },
            {
              title: 'پہلا درجہ',
              text: 'چھ ہفتے۔ ایک درجہ جو فون پر چلتا ہے، اور جسے آپ کے لوگ آزماتے ہیں۔',
            },
            { title: 'پورا کھیل', text: 'چار سے چھ مہینے، پھر ایک سال تک دیکھ بھال۔' },
          ],
        },
        contact: { title: 'کیا آپ کے پاس کوئی کہانی ہے جو کھیلی جا سکے؟' },
      },
      portfolio: {
        head: { title: 'ہمارے کھیل', text: 'جو ہم نے اپنے لیے بنائے، اور جو دوسروں نے ہم سے بنوائے۔' },
      },
      publishing: { head: { text: 'کھیل کیسے بنتے ہیں، اور بناتے ہوئے ہم نے کیا سیکھا۔' } },
      team: {
        head: { text: 'وہ لوگ جو دریا گیمز چلاتے ہیں۔' },
        invitation: { title: 'ہمارے ساتھ کام کرنا چاہیں گے؟' },
      },
      careers: {
        head: { text: 'یہاں ہر شخص پورے کھیل پر رائے دیتا ہے، صرف اپنے حصے پر نہیں۔' },
        reasons: {
          items: [
            { title: 'چھوٹی ٹیم', text: 'سات لوگ، ایک میز، اور کوئی درمیانی افسر نہیں۔' },
            { title: 'پورا کھیل', text: 'آپ کا نام آخر میں آتا ہے اور آپ کا کام شروع سے نظر آتا ہے۔' },
          ],
        },
      },
      contact: { head: { text: 'اپنا خیال دو سطروں میں لکھ بھیجیے۔ ہم ہر خط پڑھتے اور جواب دیتے ہیں۔' } },
    },
    own_pages: [
      {
        id: 'about',
        path: '/about',
        title: 'ہماری کہانی',
        place: 'menu',
        published: true,
        text: '<p>سنہ 2017 میں دو دوستوں نے ایک بند پڑی دکان میں پہلا کھیل بنایا۔ بجلی دن میں چار گھنٹے آتی تھی، اس لیے کھیل بھی ایسا بنا جو کم بیٹری کھائے۔</p><h2>نام کہاں سے آیا</h2><p>دکان کے پیچھے ایک نالا تھا جسے بچے دریا کہتے تھے۔ ہمیں یہ نام اچھا لگا: جو چیز چھوٹی ہو، اسے بڑا سمجھ کر دیکھو۔</p><ul><li>پہلا کھیل: 2017</li><li>پہلی ملازم: 2019</li><li>دکان سے دفتر تک: 2021</li></ul>',
      },
    ],
  },
  files: {
    'logo.svg': wave('#8a1f5c', '#fbf7f4'),
    'logo-dark.svg': wave('#f29ccb', '#171019'),
    'favicon.svg': wave('#8a1f5c', '#fbf7f4'),
  },
  team: [
    {
      name: 'ماہین شیخ',
      designation: 'بانی اور گیم ڈیزائنر',
      department: 'ڈیزائن',
      bio: 'ہر کھیل پہلے اپنی نانی سے کھلواتی ہیں۔ نانی ہار جائیں تو کھیل مشکل ہے، بور ہو جائیں تو غلط۔',
      portrait: portrait('sana-iqbal', plum),
    },
    {
      name: 'زویا بلوچ',
      designation: 'آرٹسٹ',
      department: 'ڈیزائن',
      portrait: portrait('mehreen-dar', plum),
    },
    {
      name: 'حارث قریشی',
      designation: 'بانی اور پروگرامر',
      department: 'پروگرامنگ',
      bio: 'پرانے فونوں کا شوق رکھتے ہیں، اور ہر کھیل سب سے پرانے فون پر آزماتے ہیں۔',
      portrait: portrait('bilal-orakzai', plum),
    },
    {
      name: 'دانش میمن',
      designation: 'آواز اور موسیقی',
      department: 'آواز',
      portrait: portrait('hamza-yusufzai', plum),
    },
  ],
  categories: [
    {
      title: 'اپنے کھیل',
      image: crop('category-games-and-3d', 'landscape'),
      logo: drawn(
        '<rect width="120" height="120" fill="#8a1f5c"/><circle cx="60" cy="60" r="30" fill="#fbf7f4"/>',
      ),
      works: [
        {
          title: 'آخری لاری',
          year: 2025,
          services: ['کہانی', 'گیم ڈیزائن', 'موسیقی'],
          result: 'پہلے مہینے میں تین لاکھ کھلاڑی',
          description:
            '<p>رات ہے، سڑک پہاڑی ہے اور لاری پرانی۔ آپ ڈرائیور ہیں: مسافر باتیں کرتے ہیں، اور آپ کو فیصلہ کرنا ہے کہ کس کی بات پر بریک لگانی ہے۔</p><p>ہر سفر بیس منٹ کا ہے، یعنی بس کے ایک چکر کے برابر۔</p>',
          credits: [
            ['کہانی اور ڈیزائن', 'ماہین شیخ'],
            ['پروگرامنگ', 'حارث قریشی'],
            ['موسیقی', 'دانش میمن'],
          ],
          pictures: [crop('project-salt-road-1', 'portrait'), crop('project-salt-road-2', 'landscape')],
        },
        {
          title: 'باؤلی',
          year: 2023,
          services: ['گیم ڈیزائن', 'سہ جہتی آرٹ'],
          description: '<p>سیڑھیوں کی ایک پہیلی: ہر منزل پر پانی نیچے جاتا ہے اور راستہ بدل جاتا ہے۔</p>',
          credits: [['آرٹ', 'زویا بلوچ']],
          pictures: [crop('project-stepwell-1', 'square'), crop('project-stepwell-2', 'tall')],
        },
      ],
    },
    {
      title: 'فرمائشی کھیل',
      image: crop('project-mandi-board-2', 'landscape'),
      logo: drawn(
        '<rect width="120" height="120" fill="#0d5f63"/><path d="M30 90l30-60 30 60z" fill="#fbf7f4"/>',
      ),
      works: [
        {
          title: 'سبزی منڈی کا حساب',
          client: 'تعلیم سب کی، فلاحی ادارہ',
          year: 2024,
          services: ['گیم ڈیزائن', 'اساتذہ کی تربیت'],
          result: 'اسّی اسکولوں میں ہفتہ وار کھیلا جاتا ہے',
          quote: 'بچے گھنٹی بجنے کے بعد بھی حساب کرتے رہتے ہیں۔ یہ پہلے کبھی نہیں ہوا تھا۔',
          quote_by: 'شمیم آرا، استانی، لیاری',
          description:
            '<p>تیسری جماعت کے بچوں کے لیے حساب کا کھیل: ٹھیلا لگائیے، بھاؤ تاؤ کیجیے، اور شام کو پیسے پورے نکلنے چاہییں۔</p>',
          credits: [
            ['ڈیزائن', 'ماہین شیخ'],
            ['تدریسی مشورہ', 'شمیم آرا'],
          ],
          pictures: [crop('project-mandi-board-2', 'landscape')],
        },
      ],
    },
  ],
  posts: [
    {
      title: 'رکشے کی آواز کیسے ریکارڈ کی جائے',
      cover: crop('post-sound-first', 'landscape'),
      html: '<p>رکشے کی ایک آواز نہیں ہوتی۔ خالی رکشا الگ بولتا ہے، بھرا ہوا الگ، اور جو پل پر چڑھ رہا ہو وہ بالکل الگ۔</p><h2>مائیک کہاں رکھیں</h2><p>ہم نے چھ جگہیں آزمائیں۔ سب سے اچھی جگہ ڈرائیور کے جوتے کے پاس نکلی۔</p><blockquote>شہر کی آواز شور نہیں، ایک زبان ہے۔</blockquote><p>آخر میں ہم نے چار منٹ رکھے اور چار گھنٹے پھینک دیے۔</p>',
    },
    {
      title: 'کھیل کا پہلا منٹ',
      cover: crop('post-kitchen-table', 'portrait'),
      html: '<p>پہلے منٹ میں کھلاڑی کو تین باتیں معلوم ہونی چاہییں: میں کون ہوں، مجھے کیا چاہیے، اور میرا انگوٹھا کہاں رہے گا۔</p>',
    },
  ],
  jobs: [
    {
      title: 'گیم پروگرامر',
      department: 'پروگرامنگ',
      employment_type: 'FULL_TIME',
      location_type: 'onsite',
      city: 'کراچی',
      country: 'پاکستان',
      salary_min: 180000,
      salary_max: 260000,
      salary_currency: 'PKR',
      salary_unit: 'MONTH',
      show_salary: 1,
      closes_at: '2031-01-31',
      description:
        '<p>آپ وہ حصہ لکھیں گے جسے کھلاڑی دیکھتا نہیں، محسوس کرتا ہے: لاری کا وزن، بارش کی پھسلن، بریک کی دیر۔</p><ul><li>دو سال کا تجربہ، یا دو مکمل کھیل</li><li>پرانے فونوں سے محبت</li></ul>',
    },
    {
      title: 'آرٹسٹ، پس منظر',
      department: 'ڈیزائن',
      employment_type: 'PART_TIME',
      location_type: 'remote',
      description: '<p>گلیاں، چھتیں اور شام کی روشنی۔ اپنے پانچ خاکے بھیج دیجیے۔</p>',
    },
  ],
};
