import { type Entity, formOrder } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';

/** Labels of fields that are in no entity descriptor: those of a picture, a mail and a saved answer. */
const others: Readonly<Record<string, string>> = {
  alt: 'Alternative text',
  focus_x: 'Focal point',
  focus_y: 'Focal point',
  subject: 'Subject',
  body: 'Text',
};

const nouns: readonly Entity[] = Object.values(entities);

function labelIn(fields: Entity['fields'], field: string) {
  return Object.hasOwn(fields, field) ? fields[field]?.label : undefined;
}

function find(field: string) {
  for (const { fields } of nouns) {
    const label = labelIn(fields, field);
    if (label !== undefined) return label;
  }
  return others[field];
}

/** Returns the label of a field in forms. */
export function labelOf(field: string) {
  return find(field) ?? field;
}

/** Returns the labels as a text, such as "Title, Description and Status"; '' for an empty list. */
export function listOfFields(fields: readonly string[]) {
  return new Intl.ListFormat('en').format([...new Set(inOrder(fields).map(labelOf))]);
}

/** Returns true if a form shows a field with this name. */
export function isLabelled(field: string) {
  return find(field) !== undefined;
}

/** Sorts the fields in the order of the form to which they belong. */
export function inOrder(fields: readonly string[]) {
  const noun = nouns.find((each) => fields.every((name) => labelIn(each.fields, name) !== undefined));
  const order = noun ? formOrder(noun) : Object.keys(others);
  return [...fields].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}
