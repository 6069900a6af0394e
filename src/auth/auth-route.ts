/** What the table of routes says of a page of `auth-pages.ts`. */
export const authRoute = (path: string) => ({
  path,
  texts: ['auth-and-guards', 'registration'],
  load: () => import('./auth-pages.ts').then(({ AUTH_PAGES }) => ({ Component: AUTH_PAGES[path]! })),
});
