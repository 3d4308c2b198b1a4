import { picture } from '../support/pictures.ts';
import { momentOf, textOf, titleOf } from '../support/words.ts';

/** Rows as in this host's database; times in milliseconds, files as paths on its public disk. */
export interface LaravelData {
  posts: Post[];
  services: Service[];
  projects: Project[];
  vacancies: Vacancy[];
  applications: Application[];
  people: Person[];
  contactMessages: Record<string, unknown>[];
  /** Files under /storage, by path. */
  files: Map<string, Buffer>;
  /** Files without a public address: applicants' résumés. */
  privateFiles: Map<string, Buffer>;
  /** Valid tokens, with the id of their user. */
  tokens: Map<string, number>;
}

interface Row {
  id: number;
  created_at: number;
  updated_at: number;
}

export interface Post extends Row {
  title: string;
  body: string;
  cover: string | null;
  is_published: boolean;
  published_at: number | null;
  tags: string[];
}

export interface Service extends Row {
  name: string;
  icon: string | null;
  technologies: { id: number; name: string; logo: string }[];
}

export interface Project extends Row {
  name: string;
  description: string;
  website: string | null;
  position: number;
  service_id: number;
  images: { id: number; path: string; position: number }[];
}

export interface Vacancy extends Row {
  title: string;
  department: string | null;
  employment: string;
  location: string | null;
  remote: boolean;
  description: string;
  is_open: boolean;
  deadline: string | null;
}

export interface Application extends Row {
  vacancy_id: number;
  name: string;
  email: string;
  phone: string | null;
  motivation: string | null;
  resume: string;
  resume_name: string;
  state: string;
}

export interface Person extends Row {
  name: string;
  role: string;
  bio: string | null;
  photo: string | null;
  linkedin: string | null;
  position: number;
  active: boolean;
}

export const admin = { id: 1, name: 'Jana Admin', email: 'jana@agency.example', password: 'Sommer-2024!' };

/**
 * Creates the content. `storage` is the address of the public disk, with which the editor's texts write picture
 * addresses in full.
 */
export async function seed(
  storage: string,
  counts: { posts: number; projects: number },
): Promise<LaravelData> {
  const files = new Map<string, Buffer>();
  const stored = async (path: string, number: number) => {
    files.set(path, await picture(number, path.endsWith('.jpg') ? 'jpeg' : 'png'));
    return path;
  };
  const data: LaravelData = {
    posts: [],
    services: [],
    projects: [],
    vacancies: [],
    applications: [],
    people: [],
    contactMessages: [],
    files,
    privateFiles: new Map(),
    tokens: new Map(),
  };
  const written = (number: number) => ({
    created_at: momentOf(number),
    updated_at: momentOf(number) + 90_000,
  });

  for (let id = 1; id <= counts.posts; id += 1) {
    const inText =
      id % 3 === 0 ? `${storage}/${await stored(`editor/sketch-${id}.png`, 1000 + id)}` : undefined;
    data.posts.push({
      id,
      title: titleOf(id),
      body: textOf(id, inText),
      cover: id % 5 === 4 ? null : await stored(`covers/cover-${id}.${id % 2 ? 'jpg' : 'png'}`, id),
      is_published: id % 7 !== 0,
      published_at: id % 7 === 0 ? null : momentOf(id) + 3_600_000,
      tags: id % 2 ? ['design', 'print'] : [],
      ...written(id),
    });
  }
  for (const [index, name] of ['Branding', 'Web & Apps', 'Film'].entries()) {
    const id = index + 1;
    data.services.push({
      id,
      name,
      icon: await stored(`services/icon-${id}.png`, 2000 + id),
      technologies: [
        { id: id * 10 + 1, name: 'Figma', logo: await stored(`technologies/logo-${id}-1.png`, 2100 + id) },
        { id: id * 10 + 2, name: 'Blender', logo: await stored(`technologies/logo-${id}-2.png`, 2200 + id) },
      ],
      ...written(id),
    });
  }
  for (let id = 1; id <= counts.projects; id += 1) {
    data.projects.push({
      id,
      name: titleOf(100 + id),
      description: textOf(100 + id),
      website: id % 2 ? `https://client-${id}.example.com/` : null,
      position: id * 10,
      service_id: 1 + (id % 3),
      images: [
        { id: id * 2 - 1, path: await stored(`projects/${id}-a.jpg`, 3000 + id), position: 1 },
        { id: id * 2, path: await stored(`projects/${id}-b.png`, 4000 + id), position: 2 },
      ],
      ...written(id),
    });
  }
  for (const [index, title] of ['Art director', 'Laravel developer', 'Intern, film'].entries()) {
    data.vacancies.push({
      id: index + 1,
      title,
      department: index === 1 ? 'Development' : null,
      employment: ['full_time', 'part_time', 'internship'][index] ?? 'full_time',
      location: 'Hamburg',
      remote: index === 1,
      description: textOf(200 + index),
      is_open: index !== 2,
      deadline: index === 0 ? '2031-12-31' : null,
      ...written(40 + index),
    });
  }
  for (const [index, name] of ['Jana Admin', 'Ole Petersen', 'Mira Şahin'].entries()) {
    const id = index + 1;
    data.people.push({
      id,
      name,
      role: ['Managing director', 'Developer', 'Designer'][index] ?? '',
      bio: index === 2 ? null : `${name} has been with us since ${2015 + index}.`,
      photo: await stored(`people/${id}.jpg`, 5000 + id),
      linkedin: index === 0 ? 'https://www.linkedin.com/in/jana-admin' : null,
      position: id,
      active: index !== 1,
      ...written(id),
    });
  }
  return data;
}
