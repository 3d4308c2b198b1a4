import { categorySchema } from '../entities/category.ts';
import { blogSchema } from '../entities/post.ts';
import { projectSchema, workSchema } from '../entities/project.ts';
import { teamMemberSchema } from '../entities/team-member.ts';
import { limits } from '../limits.ts';
import { pageOf } from '../schemas/envelope.ts';
import { fieldsOf, line } from '../schemas/fields.ts';
import { pageQuery } from './query.ts';
import { defineRows } from './row.ts';

/** The rows by which visitors read content. The calls of admins are in desk/content.ts. */
export const visitorRows = defineRows({
  answeredBy: 'host',
  method: 'GET',
  access: 'public',
  origin: 'extension',
  freshSeconds: 5,
})({
  getProjectCategory: {
    resource: 'category',
    does: 'list',
    origin: 'spec',
    summary: 'Project categories',
    query: pageQuery,
    data: pageOf(categorySchema),
  },
  getSingleCategory: {
    resource: 'category',
    id: 'category',
    does: 'one',
    origin: 'spec',
    summary: 'One category with its technology logos',
    data: categorySchema,
  },
  getCategoryByTitle: {
    resource: 'category',
    namesOne: true,
    summary: 'The category with this title: exact, else ignoring case, else a former one',
    without: 'the page of a field looks it up in the list of categories instead',
    query: fieldsOf({ title: line(limits.title, 'category.titleRequired') }),
    data: categorySchema,
  },
  getProjects: {
    resource: 'project',
    does: 'list',
    id: 'category',
    summary: 'The projects of a category, in their order',
    without: 'fields are shown without their projects, and the home page without selected work',
    query: pageQuery,
    data: pageOf(projectSchema),
  },
  getSingleProject: {
    resource: 'project',
    id: 'project',
    does: 'one',
    summary: 'One project with its images',
    without: 'pages of single projects are 404',
    data: projectSchema,
  },
  getWork: {
    resource: 'project',
    summary: 'All projects in brief, at most 500, on one page; `category` is the title',
    without:
      'the list of all work is read category by category, without clients and years, and the team page names no works',
    data: pageOf(workSchema),
    html: [],
  },
  activeBlogs: {
    resource: 'blog',
    does: 'list',
    summary: 'Active posts, newest first',
    without:
      'the active posts of `blogs` are shown if the host answers that call without a token; otherwise none',
    query: pageQuery,
    data: pageOf(blogSchema),
  },
  singlePost: {
    resource: 'blog',
    id: 'blog',
    does: 'one',
    origin: 'spec',
    summary: 'One post; an inactive one needs a session; a deleted one is 410',
    data: blogSchema,
    misspelledAuth: true,
  },
  team: {
    resource: 'team_member',
    does: 'list',
    answeredBy: 'team',
    summary: 'Active team members, all on one page',
    without: 'the team page says that no team members can be shown yet',
    data: pageOf(teamMemberSchema),
  },
});
