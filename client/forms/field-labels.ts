/** Fields by their names on the wire, in the order in which forms have them. */
const labels: Record<string, string> = {
  blog_title: 'Title',
  title: 'Title',
  name: 'Name',
  designation: 'Designation',
  is_active: 'Status',
  category_id: 'Category',
  v_order: 'Order',
  project_url: 'Project link',
  department: 'Department',
  employment_type: 'Employment type',
  openings: 'Openings',
  location_type: 'Workplace',
  city: 'City',
  region: 'Region',
  country: 'Country',
  salary_min: 'Pay from',
  salary_max: 'Pay to',
  salary_currency: 'Currency',
  salary_unit: 'Pay period',
  show_salary: 'Pay is shown',
  alt: 'Alternative text',
  focus_x: 'Focal point',
  focus_y: 'Focal point',
  subject: 'Subject',
  body: 'Text',
  bio: 'Bio',
  linkedin_url: 'LinkedIn',
  facebook_url: 'Facebook',
  image: 'Image',
  tech_img: 'Logos',
  description: 'Description',
  blog_image: 'Cover image',
  images: 'Images',
  video: 'Video',
  excerpt: 'Excerpt',
  search_title: 'Search title',
  search_description: 'Search description',
  share_image: 'Share image',
  closes_at: 'Closing date',
  status: 'Status',
};

/** What a field is called in forms. */
export function labelOf(field: string): string {
  return labels[field] ?? field;
}

/** "Title, Description and Status"; '' for none. */
export function listOfFields(fields: readonly string[]): string {
  return new Intl.ListFormat('en').format([...new Set(inOrder(fields).map(labelOf))]);
}

/** False for a name that no form shows. */
export function isLabelled(field: string): boolean {
  return Object.hasOwn(labels, field);
}

/** In the order in which forms have them. */
export function inOrder(fields: readonly string[]): string[] {
  const order = Object.keys(labels);
  return [...fields].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}
