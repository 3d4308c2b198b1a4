import { image } from '../../support/files.ts';
import { publicData } from '../../support/public-pages.ts';
import { startStubUpstream } from '../../support/stub-upstream.ts';
import { admin } from '../support/product.ts';

// `node stub-host.ts PORT`: the stub host with one or two records of everything, the same at each start, so that it
// can be killed and restarted. Sessions survive a restart, as with sessions in a database; saved changes do not.
const token = 'tok_of_the_host_that_is_killed';
// Before the host listens: the first caller finds everything.
const picture = await image('png', 900, 600);
const stub = await startStubUpstream({
  port: Number(process.argv[2] ?? 0),
  makeToken: () => token,
  media: 'path',
  isPrivate: false,
});
stub.admin = admin;
stub.tokens.push(token);
const data = publicData();
Object.assign(stub.data, data, {
  blogs: data.blogs.map((post) => ({ ...post, blog_image: '/storage/post.png' })),
  categories: data.categories.map((category) => ({ ...category, image: '/storage/category.png' })),
  projects: data.projects.map((project) => ({
    ...project,
    images: [{ id: 1, image: '/storage/project.png' }],
  })),
});
stub.misbehave(
  { kind: 'answer', status: 200, headers: { 'content-type': 'image/png' }, body: picture },
  { path: /^\/storage\/\w+\.png$/ },
);
// Empties the list of requests regularly, so that a long run does not fill the memory.
setInterval(() => stub.requests.splice(0), 1_000).unref();
console.log(`The host is at ${stub.url}`);
