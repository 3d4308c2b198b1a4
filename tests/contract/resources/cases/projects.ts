import type { projectRows } from '#shared/contract/projects.ts';
import { projectForm } from '../../../support/forms.ts';
import { makeCategory } from './categories.ts';
import { type GoodCalls, media } from './good-call.ts';

export const projectCalls: GoodCalls<typeof projectRows> = {
  addProject: async (engine) => {
    const { id } = await makeCategory(engine);
    return {
      form: await projectForm(id),
      message: 'Project added successfully',
      data: {
        title: 'The film',
        category_id: id,
        description: '<h1>It moves</h1>',
        project_url: 'https://studio.example/film',
        v_order: 3,
        video: media,
        images: [{ image: media }, { image: media }],
      },
    };
  },
};
