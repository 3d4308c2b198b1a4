import { limits } from '#shared/limits.ts';
import { type Project, projectChangeSchema, projectInputSchema } from '#shared/schemas/project.ts';
import { rowIdOf } from '../../database/public-ids.ts';
import { reorderRows } from '../../database/reorder.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { EngineAnswer, EngineCall, Handlers } from '../calls.ts';
import { noteEdit } from '../edits/repository.ts';
import type { Form } from '../media/form.ts';
import type { MediaStore } from '../media/store.ts';
import { withDetails, withDetailsOf } from '../pictures/details.ts';
import { noteDeletions } from '../row-records/deletions-repository.ts';
import { attachLinksToRow } from '../row-records/previews-repository.ts';
import { saveFirstVersion, saveVersion } from '../row-records/save-version.ts';
import { softDeleteRow } from '../row-records/trash-repository.ts';
import { assertNotNewer } from '../validation/concurrency.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import { formFields } from '../validation/form-fields.ts';
import { appendImages, countImages, findImage, softDeleteImageUnlessLast } from './images-repository.ts';
import { presentListedProject, presentProject, presentWork } from './present.ts';
import {
  allWork,
  categoryExists,
  findListedProject,
  findProject,
  insertProject,
  pageOfProjects,
  updateProject,
} from './repository.ts';

/** The calls of docs/product.md §7 about projects and their pictures. */
export function projectHandlers(db: Db, media: MediaStore): Handlers {
  return {
    getProjects: (call) => listProjects(db, call),
    getSingleProject: (call) => showProject(db, call),
    getWork: () => listWork(db),
    addProject: (call) => addProject(db, media, call),
    updateProject: (call) => changeProject(db, media, call),
    deleteProject: (call) => deleteProject(db, call),
    reorderProjects: (call) => reorderProjects(db, call),
    deleteProjectImage: (call) => deleteImage(db, call),
  };
}

async function listProjects(db: Db, call: EngineCall): Promise<EngineAnswer> {
  assertThat(await categoryExists(db, call.id), 'category.notFound', 404);
  const found = await pageOfProjects(db, call.id, call.page);
  const projects = found.data.map(presentListedProject);
  return { data: { ...found, data: await withDetails(db, projects, imagesIn) } };
}

async function showProject(db: Db, call: EngineCall): Promise<EngineAnswer> {
  const project = await findProject(db, call.id);
  assertThat(project, 'project.notFound', 404);
  const shown = presentProject(project);
  return { data: await withDetailsOf(db, shown, imagesIn(shown)) };
}

async function listWork(db: Db): Promise<EngineAnswer> {
  const works = (await allWork(db)).map(presentWork);
  const page = { current_page: 1, last_page: 1, per_page: limits.workListed, total: works.length };
  return { data: { data: works, ...page } };
}

async function addProject(db: Db, media: MediaStore, call: EngineCall): Promise<EngineAnswer> {
  const form = await call.form();
  const errors = new FieldErrors();
  const input = formFields(projectInputSchema, form, errors);
  const { images, files, ...single } = filesOf(form);
  if (images.length === 0) errors.add('images', 'project.imageRequired');
  await needCategory(db, form.text('category_id'), errors);
  errors.throwIfAny();
  assertThat(input, 'fields.invalid', 422);
  const who = nameOf(call.admin);
  const project = await media.change(
    files,
    async ({ tx, addressOf }) => {
      // Checked again: the category may have been deleted while the form was checked.
      const category = await needCategory(tx, input.category_id, errors);
      errors.throwIfAny();
      const stored = {
        ...input,
        category_id: category,
        video: single.video ? addressOf(single.video) : null,
        ...(single.captions && { captions: addressOf(single.captions) }),
        ...(single.share_image && { share_image: addressOf(single.share_image) }),
      };
      const added = await insertProject(tx, stored, images.map(addressOf));
      await noteEdit(tx, 'projects', added.project, who);
      await saveFirstVersion(tx, 'project', added.project.id, call.admin);
      await attachLinksToRow(tx, 'project', added.project.id, call.admin);
      return added;
    },
    { who },
  );
  return { data: presentProject(project), message: 'project.added' };
}

async function changeProject(db: Db, media: MediaStore, call: EngineCall): Promise<EngineAnswer> {
  const form = await call.form();
  const errors = new FieldErrors();
  const input = formFields(projectChangeSchema, form, errors);
  await needCategory(db, form.text('category_id'), errors);
  errors.throwIfAny();
  assertThat(input, 'fields.invalid', 422);
  const { updated_at: version, remove_video, remove_captions, remove_share_image, ...values } = input;
  const removed = { video: remove_video, captions: remove_captions, share_image: remove_share_image };
  const { images, files, ...single } = filesOf(form);
  const who = nameOf(call.admin);
  const project = await media.change(
    files,
    async ({ tx, addressOf, drop }) => {
      const before = await findListedProject(tx, call.id);
      assertThat(before, 'project.notFound', 404);
      await assertNotNewer(tx, 'projects', version, before);
      const category = await needCategory(tx, values.category_id, errors);
      if ((await countImages(tx, call.id)) + images.length > limits.projectImages) {
        errors.add('images', 'upload.tooMany', { field: 'images', limit: limits.projectImages });
      }
      errors.throwIfAny();
      const keep = await saveVersion(tx, 'project', call.id);
      const changed: Partial<Record<SingleFile, string | null>> = {};
      for (const name of singleFiles) {
        const file = single[name];
        if (!file && !removed[name]) continue;
        drop(before[name]);
        changed[name] = file ? addressOf(file) : null;
      }
      await appendImages(tx, call.id, images.map(addressOf));
      const after = await updateProject(tx, before, {
        ...values,
        ...changed,
        category_id: category,
      });
      await noteEdit(tx, 'projects', after.project, who);
      await keep(call.admin);
      return after;
    },
    { who },
  );
  return { data: presentProject(project), message: 'project.updated' };
}

async function deleteProject(db: Db, call: EngineCall): Promise<EngineAnswer> {
  assertThat(await softDeleteRow(db, 'projects', call.id, call.admin?.id), 'project.notFound', 404);
  return { data: null, message: 'project.deleted' };
}

async function reorderProjects(db: Db, call: EngineCall<'reorderProjects'>): Promise<EngineAnswer> {
  const { ids } = await call.body();
  await reorderRows(db, 'projects', ids);
  return { data: null, message: 'order.saved' };
}

async function deleteImage(db: Db, call: EngineCall): Promise<EngineAnswer> {
  await db.transaction().execute(async (tx) => {
    if (await softDeleteImageUnlessLast(tx, call.id))
      return noteDeletions(tx, 'project_images', [call.id], call.admin?.id);
    assertThat(await findImage(tx, call.id), 'image.notFound', 404);
    throw new AppError('image.lastOne', 422);
  });
  return { data: null, message: 'image.deleted' };
}

/** Fields of a project that are one file. */
const singleFiles = ['video', 'captions', 'share_image'] as const;
type SingleFile = (typeof singleFiles)[number];

function filesOf(form: Form) {
  const images = form.files('images');
  const [video] = form.files('video');
  const [captions] = form.files('captions');
  const [share_image] = form.files('share_image');
  const files = [...images, video ?? [], captions ?? [], share_image ?? []].flat();
  return { images, video, captions, share_image, files };
}

/**
 * Returns the row id of the chosen category. Adds an error if the category does not exist, but not if none was
 * chosen, because the schema reports that already.
 */
async function needCategory(db: Db, sent: unknown, errors: FieldErrors): Promise<RowId> {
  const { data: id } = projectInputSchema.shape.category_id.safeParse(sent);
  const row = await rowIdOf(db, 'categories', id);
  if (id !== undefined && !(await categoryExists(db, row)))
    errors.add('category_id', 'project.categoryRequired');
  return row;
}

function imagesIn({ images, share_image }: Project) {
  return [...images.map(({ image }) => image), share_image];
}
