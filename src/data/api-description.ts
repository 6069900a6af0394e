/** The API's OpenAPI 3.1 description, limited to the parts that the API page shows. */
import * as v from 'valibot';
import { fail, ok, type Result } from '../domain/result.ts';
import { failureOf } from './failures.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { backendSettings } from './settings.ts';

const schema = v.looseObject({});
export type JsonSchema = v.InferOutput<typeof schema>;
const operation = v.object({
  operationId: v.string(),
  summary: v.string(),
  security: v.tuple([v.object({ key: v.tuple([v.string()]) })]),
  parameters: v.array(v.object({ name: v.string(), in: v.string(), required: v.boolean(), schema })),
  requestBody: v.optional(v.object({ content: v.object({ 'application/json': v.object({ schema }) }) })),
});
const DESCRIPTION = v.object({ paths: v.record(v.string(), v.record(v.string(), operation)) });
export type ApiDescription = v.InferOutput<typeof DESCRIPTION>;
export type ApiOperation = v.InferOutput<typeof operation>;

export const apiAddress = () => new URL(`${backendSettings().url}/functions/v1/api`, globalThis.location.origin).href;

export async function readApiDescription(signal?: AbortSignal): Promise<Result<ApiDescription>> {
  try {
    const response = await guardedFetch(globalThis.fetch.bind(globalThis))(
      `${apiAddress()}/openapi.json`,
      signal ? { signal } : {},
    );
    if (!response.ok) return failureOf(response.status, null);
    const read = v.safeParse(DESCRIPTION, await response.json());
    return read.success ? ok(read.output) : fail('bad_response', { retry: true });
  } catch {
    return fail('offline', { retry: true });
  }
}
