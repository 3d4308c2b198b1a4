import { category } from '#shared/entities/category.ts';
import { post } from '#shared/entities/post.ts';
import { project } from '#shared/entities/project.ts';
import { teamMember } from '#shared/entities/team-member.ts';
import { picturesOf } from './pictures-of.ts';
import { ContentTable } from './table.ts';

/** Newest first. */
export const posts = new ContentTable(post, 'created_at desc, id desc');
/** Sorted by category; those of one position come oldest first. */
export const projects = new ContentTable(project, 'category_id, v_order, id');
export const projectImages = picturesOf(project, 'images');
/** Oldest first. */
export const categories = new ContentTable(category, 'id');
export const logos = picturesOf(category, 'tech_img');
/** In drag order. */
export const team = new ContentTable(teamMember, 'v_order, id');
