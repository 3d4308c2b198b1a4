import { z } from 'zod';
import { formOf, removalsOf } from '../entities/entity.ts';
import { project } from '../entities/project.ts';
import { pageOf } from '../schemas/envelope.ts';
import { projectSchema, workSchema } from '../schemas/project.ts';
import { pageQuery } from './query.ts';
import { defineRows } from './row.ts';

export const projectRows = defineRows({
  resource: 'project',
  answeredBy: 'host',
  method: 'POST',
  access: 'admin',
  origin: 'extension',
})({
  getProjects: {
    method: 'GET',
    does: 'list',
    id: 'category',
    access: 'public',
    freshSeconds: 5,
    summary: 'The projects of a category, in their order',
    without: 'fields are shown without their projects, and the home page without selected work',
    query: pageQuery,
    data: pageOf(projectSchema),
  },
  getSingleProject: {
    method: 'GET',
    id: 'project',
    does: 'one',
    access: 'public',
    freshSeconds: 5,
    summary: 'One project with its images',
    without: 'pages of single projects are 404',
    data: projectSchema,
  },
  getWork: {
    method: 'GET',
    access: 'public',
    freshSeconds: 5,
    summary: 'All projects in brief, at most 500, on one page; `category` is the title',
    without:
      'the list of all work is read category by category, without clients and years, and the team page names no works',
    data: pageOf(workSchema),
    html: [],
  },
  addProject: {
    does: 'add',
    needs: 'content.write',
    origin: 'spec',
    summary: 'Add a project with images and an optional video',
    log: 'added a project',
    data: z.unknown(),
    upload: formOf(project.fields),
  },
  updateProject: {
    id: 'project',
    does: 'change',
    needs: 'content.write',
    summary:
      'Change a project; new images are added, a new video replaces the old one, `remove_video` 1 removes it, `remove_captions` 1 its captions',
    log: 'changed a project',
    without: 'editing a project in the admin area fails with a message',
    data: z.unknown(),
    upload: formOf(project.fields, [...removalsOf(project.fields), 'updated_at']),
  },
  deleteProjectImage: {
    method: 'DELETE',
    id: 'project_image',
    does: 'removePart',
    resource: 'project_image',
    needs: 'content.write',
    summary: 'Remove one image of a project; the last one stays',
    log: 'removed a picture of a project',
    without: 'images of a project cannot be removed one by one',
    data: z.unknown(),
  },
});
