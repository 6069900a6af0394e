/** What the table of routes says of a page of `ways-in.ts`. */
export const wayIn = (path: string) => ({
  path,
  texts: ['doors', 'registering'],
  load: () => import('./ways-in.ts').then(({ PAGES }) => ({ Component: PAGES[path]! })),
});
