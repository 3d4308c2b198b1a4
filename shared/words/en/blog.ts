/** Words of the list of posts and of the page of a post. */
export const blog = {
  'blog.listFailed': 'We can’t show the posts right now',
  'blog.none': 'Nothing published yet',
  'blog.noneText': 'Our first post will appear here.',
  'blog.loading': 'Loading posts…',
  'blog.pastEnd': 'There aren’t that many posts.',
  'blog.all': 'All posts',
  'blog.page': 'Post',
  'blog.failed': 'We can’t show this post right now',
  'blog.notFoundPage': 'Post not found',
  'blog.notFound': 'We couldn’t find this post',
  'blog.notFoundText': 'It may have been taken down, or the link may be incomplete.',
  'blog.minutes': '{minutes} min read',
  'blog.more': 'More posts',
} as const;
