/** The texts of each of them. */
export const WAY_IN_TEXTS = ['doors', 'registering'];

/** What the table of routes says of a page of `ways-in.ts`. */
export const wayIn = (path: string) => ({
  path,
  texts: WAY_IN_TEXTS,
  load: () => import('./ways-in.ts').then(({ PAGES }) => ({ Component: PAGES[path]! })),
});
