/** The directory of operators; a separate module, because booking pages do not need it. */
import * as v from 'valibot';
import { defineRpc } from './define-rpc.ts';
import { operatorShape } from './public-booking-shapes.ts';
import { callPublicRpc, type PublicOptions } from './public-call.ts';

const listed = v.object({
  ...operatorShape.entries,
  tours: v.array(
    v.object({
      slug: v.string(),
      titles: v.record(v.string(), v.string()),
      meetingPoints: v.record(v.string(), v.string()),
      languages: v.array(v.string()),
      nextAt: v.string(),
    }),
  ),
});
export type ListedOperator = v.InferOutput<typeof listed>;

export interface DirectorySearch {
  /** Search terms: place, tour or operator. */
  search?: string | undefined;
  /** Language of the tour. */
  language?: string | undefined;
  day?: string | undefined;
}

/** Returns the search arguments without empty ones, so that they match the preloaded response. */
export const directoryArgs = (input: DirectorySearch): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== ''));

export const guestReadDirectoryRpc = defineRpc('guest_read_directory', {
  response: v.object({ hasMore: v.boolean(), operators: v.array(listed) }),
});

/** Reads twenty operators, those with the earliest next departure first. `shown`: slugs that the caller has already. */
export const readDirectory = (
  { shown = [], ...search }: DirectorySearch & { shown?: readonly string[] } = {},
  options: PublicOptions = {},
) =>
  callPublicRpc(
    guestReadDirectoryRpc,
    { ...directoryArgs(search), ...(shown.length > 0 ? { shown: [...shown] } : {}) },
    options,
  );
