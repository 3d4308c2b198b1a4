import { z } from 'zod';
import { callForms } from '../../hosts/host-file/call.ts';
import { mappedRows } from '../../hosts/host-file/entities.ts';
import { hostFileSchema } from '../../hosts/host-file/schema.ts';

/**
 * `npm run generate -- host-schema`: derives docs/host.schema.json, the JSON Schema of DATA_DIR/host.json
 * (docs/hosts.md), from the schemas with which the product reads the file.
 */
export function hostSchema(): string {
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
    $defs: { ...file.$defs, call },
  };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}
