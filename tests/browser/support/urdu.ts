import type { StubUpstream } from '../../support/stub-upstream.ts';
import { stubCategory, stubProject } from './portfolio-public.ts';
import { stubJob, stubMember } from './public-records.ts';
import { stubPost } from './stubbed-site.ts';

/** A post with an element of every kind, in Urdu with some English. */
const urduText = `<h2>روشنی اور آواز</h2>
  <p>پشاور کے ایک چھوٹے سے کمرے میں ہم نے 2026 کی پہلی فلم بنائی۔ اس میں React Native اور چار لوگ تھے، اور بہت سی چائے۔
  <a href="https://studio.example">یہاں سے دیکھیے</a>۔</p>
  <ol><li data-list="bullet">پہلی بات: سنیے</li><li data-list="bullet">HTML</li><li data-list="bullet" class="ql-indent-1">اندر کی بات</li></ol>
  <ol><li data-list="ordered">پہلا قدم</li><li data-list="ordered">دوسرا قدم</li></ol>
  <blockquote>جو نقش چھوڑے وہی کام ہے۔</blockquote>
  <p>This paragraph stands in English, and runs its own way.</p>
  <div class="ql-code-block-container"><div class="ql-code-block">const answer = 42; // جواب</div></div>
  <p>قیمت 1,500 روپے سے 2,000 روپے تک ہے (تقریباً 7 USD)۔</p>`;

export const urdu = {
  post: 'React Native میں بچوں کے لیے اردو کہانیاں',
  category: 'متحرک تصاویر',
  project: 'پرندوں کی کہانی',
  job: 'فلم ایڈیٹر',
  member: 'گل رخ یوسفزئی',
};

/** Fills the stub with one record of every kind in Urdu, each with id 1, and one of each in English, with id 2. */
export function fillWithUrdu({ data }: StubUpstream): void {
  data.blogs = [
    stubPost(1, { blog_title: urdu.post, description: urduText }),
    stubPost(2, { blog_title: 'A film in four weeks', description: '<p>Some words.</p>' }),
  ];
  data.categories = [stubCategory(1, { title: urdu.category }), stubCategory(2, { title: 'Film' })];
  data.projects = [
    stubProject(1, 1, { title: urdu.project, description: urduText }, 2),
    stubProject(2, 2, { title: 'Birdsong' }),
  ];
  data.jobs = [
    stubJob(1, {
      title: urdu.job,
      department: 'فلم سازی',
      city: 'پشاور',
      country: 'پاکستان',
      description: urduText,
    }),
    stubJob(2, { title: 'Film editor' }),
  ];
  data.team = [
    stubMember(1, {
      name: urdu.member,
      designation: 'ہدایت کار، فلم',
      bio: 'گل رخ نے بیس برس فلمیں بنائی ہیں، اور اب نئے لوگوں کو سکھاتی ہیں۔',
    }),
    stubMember(2, { name: 'Ayesha Khan', bio: 'She draws.' }),
  ];
}
