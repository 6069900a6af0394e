/** Generates an example request from an operation's description. */
import type { ApiOperation, JsonSchema } from '../../../data/api-description.ts';

const SOME_ID = '00000000-0000-4000-8000-000000000000';

/** Returns a minimal value that is valid for a schema. */
export function sampleFromSchema(schema: JsonSchema): unknown {
  const {
    type,
    format,
    properties,
    required,
    items,
    minimum,
    enum: choices,
  } = schema as Record<string, unknown> & {
    properties?: Record<string, JsonSchema>;
    required?: string[];
    items?: JsonSchema;
  };
  if (Array.isArray(choices)) return choices[0];
  if (type === 'object')
    return Object.fromEntries((required ?? []).map((name) => [name, sampleFromSchema(properties?.[name] ?? {})]));
  if (type === 'array') return items ? [sampleFromSchema(items)] : [];
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? Math.max(minimum, 1) : 1;
  if (type === 'boolean') return true;
  if (format === 'uuid') return SOME_ID;
  if (format === 'date') return '2027-05-01';
  return '…';
}

export interface Endpoint {
  address: string;
  method: string;
  path: string;
}

/** Returns a curl command that reads the key from a variable. */
export function curlExample({ parameters, requestBody }: ApiOperation, { address, method, path }: Endpoint): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${String(sampleFromSchema(schema))}`)
    .join('&');
  const url = `${address}${path.replace('{id}', SOME_ID)}${query && `?${query}`}`;
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${url}'`,
    `-H "Authorization: Bearer $MUSTER_KEY"`,
  ];
  const body = requestBody?.content['application/json'].schema;
  if (body)
    lines.push(
      `-H "Idempotency-Key: $(uuidgen)"`,
      `-H 'Content-Type: application/json'`,
      `-d '${JSON.stringify(sampleFromSchema(body))}'`,
    );
  return lines.join(' \\\n  ');
}
