/** Who may import whom (docs/architecture.md). Folders are named by pattern, so a new screen is guarded the day it is made. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(src|supabase|tests)/', pathNot: allowed },
});
const base = 'session|offline|data|domain|ui|i18n|lib';
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: ['\\.d\\.ts$', '\\.(test|spec)\\.tsx?$', '^src/booking/'] }, to: {} },
    {
      name: 'screens-keep-to-themselves',
      severity: 'error',
      from: { path: '^src/(company|organisation)/([^/]+)/' },
      to: { path: '^src/', pathNot: [`^src/$1/$2/`, `^src/(${base})/`] },
    },
    only('auth-and-errors', '^src/auth/', `^src/(auth|${base})/`),
    only('errors-keep-low', '^src/errors/', `^src/(errors|${base})/`),
    only('booking-is-light', '^src/booking/', '^src/(booking|data|domain|ui|i18n|lib)/'),
    {
      name: 'booking-never-reaches-offline-or-session',
      severity: 'error',
      from: { path: '^src/booking/' },
      to: { path: '^src/(offline|session)/', reachable: true },
    },
    only('session', '^src/session/', '^src/(session|offline|data|domain|lib)/'),
    only('offline', '^src/offline/', '^src/(offline|data|domain|lib)/'),
    only('data', '^src/data/', '^src/(data|domain|lib)/'),
    only('domain', '^src/domain/', '^src/(domain|lib)/'),
    only('ui', '^src/ui/', '^src/(ui|i18n|lib)/'),
    only('i18n', '^src/i18n/', '^src/(i18n|lib)/'),
    only('lib', '^src/lib/', '^src/lib/'),
    {
      name: 'only-data-speaks-supabase',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/data/' },
      to: { path: 'node_modules/@supabase/' },
    },
    {
      name: 'only-offline-speaks-dexie',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/offline/' },
      to: { path: 'node_modules/dexie' },
    },
    {
      name: 'no-react-below',
      severity: 'error',
      from: { path: '^src/(lib|domain|data)/' },
      to: { path: 'node_modules/(react|react-dom|react-router|react-intl|@fluentui)/' },
    },
    {
      name: 'app-does-not-import-the-backend',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(supabase|tests)/' },
    },
    {
      name: 'no-dev-packages-in-the-app',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$|^src/.*/testing/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'browser', 'default', 'types'] },
  },
};
