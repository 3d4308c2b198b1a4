import { z } from 'zod';
import { isRecord } from '#shared/json.ts';
import { callForms } from '../../hosts/host-file/call.ts';
import { mappedRows } from '../../hosts/host-file/entities.ts';
import { hostFileSchema } from '../../hosts/host-file/schema.ts';

/**
 * `npm run generate -- host-schema`: derives docs/host.schema.json, the JSON Schema of DATA_DIR/host.json
 * (docs/hosts.md), from the schemas with which the product reads the file.
 */
export function hostSchema() {
  const options = { io: 'input', unrepresentable: 'any' } as const;
  const { $schema, ...file } = z.toJSONSchema(hostFileSchema, options);
  const { $schema: _same, ...call } = z.toJSONSchema(callForms, options);
  const calls = {
    type: 'object',
    propertyNames: { enum: [...mappedRows.keys()] },
    additionalProperties: { $ref: '#/$defs/call' },
  };
  const whole = {
    $schema,
    title: 'host.json, version 1',
    ...file,
    properties: { ...file.properties, calls },
    $defs: { ...file.$defs, call, comment: { type: ['string', 'array'], items: { type: 'string' } } },
  };
  return `${JSON.stringify(whole, withComments, 2)}\n`;
}

/** Allows comments in every object of the schema; the reader of the file drops them. */
function withComments(_name: string, value: unknown) {
  if (!isRecord(value) || value.type !== 'object') return value;
  const { propertyNames: names } = value;
  return {
    ...value,
    patternProperties: { '^//$': { $ref: '#/$defs/comment' } },
    ...(names !== undefined && { propertyNames: { anyOf: [{ const: '//' }, names] } }),
  };
}
