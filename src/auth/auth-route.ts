/** Returns the route table's row for a page of `auth-pages.ts`. */
export const authRoute = (path: string) => ({
  path,
  texts: ['auth-and-guards', 'registration'],
  load: () => import('./auth-pages.ts').then(({ AUTH_PAGES }) => ({ Component: AUTH_PAGES[path]! })),
});
