/** No form is outside the shared failure place, so that a save that failed is shown beside its button. */
import { expect, test } from 'vitest';
import { appSources, formUses, usesWithoutPlace } from '../support/failed-saves.ts';

const sources = appSources();

/** Forms that show no failure of their own, and why. */
const WITHOUT_FAILURES: Readonly<Record<string, string>> = {
  'src/company/calendar/guide-dialog.tsx: GuideDialog': 'A progress dialog takes its place and lists what failed.',
  'src/company/bookings/advanced/bulk/bulk-dialog.tsx: BulkDialog':
    'A progress dialog takes its place and lists what failed.',
  'src/company/bookings/advanced/filter/filter-dialog.tsx: FilterDialog': 'Calls nothing: it changes the address.',
  'src/company/integrations/api-keys/new-key-dialog.tsx: NewKeyDialog': 'Calls nothing: it shows a key that was made.',
  ...Object.fromEntries(
    [
      'collect-dialog.tsx: Collect',
      'depart-dialog.tsx: Depart',
      'recount-dialog.tsx: Recount',
      'walk-in-dialog.tsx: WalkIn',
    ].map((form) => [
      `src/company/check-in/dialogs/${form}Dialog`,
      'Written on the device: undo-toasts.ts announces a failure and shows it in front of the dialog.',
    ]),
  ),
};

const HOOK = 'A hook: what uses its result shows it.';
const OWN_PAGE = 'A page of its own with one short form, which shows the failure beside its button.';
const BESIDE = 'No form: the failure is shown beside the button, or in a toast.';
/** Files that save and render no shared failure part, and why. */
const SAVES_WITHOUT_PLACE: Readonly<Record<string, string>> = {
  'src/auth/join/join-page.tsx': OWN_PAGE,
  'src/auth/password/forgot-password-page.tsx': OWN_PAGE,
  'src/auth/password/update-password-page.tsx': OWN_PAGE,
  'src/auth/register/finish-registration.tsx': OWN_PAGE,
  'src/auth/register/register-form.tsx': OWN_PAGE,
  'src/auth/resend-button.tsx': BESIDE,
  'src/company/bookings/actions/use-booking-action.ts': HOOK,
  'src/company/bookings/new/use-create-booking.ts': HOOK,
  'src/company/bookings/outbox/outbox-row.tsx': BESIDE,
  'src/company/company-settings/export-card.tsx': BESIDE,
  'src/company/company-settings/company-settings-page.tsx': 'Its form, settings-form.tsx, shows it.',
  'src/company/company-team/ownership-offer-notice.tsx': BESIDE,
  'src/company/company-team/use-device-commands.ts': HOOK,
  'src/company/planner/use-add-departure.ts': HOOK,
  'src/company/tours-manage/dates/use-departure-form.ts': HOOK,
  'src/company/tours-manage/dates/use-schedules.ts': HOOK,
  'src/company/tours-manage/use-duplicate-tour.ts': HOOK,
  'src/company/tours-manage/use-picture.ts': HOOK,
  'src/company/tours-manage/use-tour.ts': HOOK,
  'src/online/use-mutation.ts': HOOK,
  'src/organisation/bookings/use-create-partner-booking.ts': HOOK,
  'src/organisation/organisation-settings/settings-page.tsx': 'Its form, organisation-form.tsx, shows it.',
  'src/features/guide-time/minimum-break.tsx': BESIDE,
  'src/features/guide-time/my-schedule-view.tsx': BESIDE,
  'src/features/guide-time/time-off.tsx': BESIDE,
  'src/features/guide-time/use-working-hours-form.ts': HOOK,
  'src/features/departure-overrides/use-save-overrides.ts': HOOK,
  'src/features/settings/logo-field.tsx': BESIDE,
  'src/features/team/use-team.ts': HOOK,
};

test('every form shows failures in its failure place, or is known to have none', () => {
  const uses = formUses(sources);
  expect(uses.length).toBeGreaterThan(60);
  const outside = uses.filter(({ showsFailures }) => !showsFailures).map(({ where }) => where);
  expect([...new Set(outside)].toSorted()).toEqual(Object.keys(WITHOUT_FAILURES).toSorted());
});

test('every file that saves renders a shared failure part, or is known to show failures otherwise', () =>
  expect(usesWithoutPlace(sources, 'useMutation')).toEqual(Object.keys(SAVES_WITHOUT_PLACE).toSorted()));

const form = (inside: string) => `
  import { FormDialog } from '../ui/overlays/form-dialog.tsx';
  import { SaveFailed } from '../ui/form/save-failed.tsx';
  import { Refused } from './refused.tsx';
  function Own() { return <SaveFailed result={failure} />; }
  export function Dialog() { const { result } = useMutation({}); return <><FormDialog>${inside}</FormDialog></>; }`;
const refused = (inside: string) => ({
  path: 'src/a/refused.tsx',
  text: `import { SaveFailed as Failed } from '../ui/form/save-failed.tsx';
    export function Refused() { return ${inside}; }`,
});

test.each([
  ['itself', '{failed && <SaveFailed result={failed} />}', true],
  ['by a component of the file', '<p><Own /></p>', true],
  ['by an imported component', '<Refused />', true],
  ['not at all', '<Message alert>No</Message>', false],
  ['in another form that it opens', '<FormDialog><SaveFailed /></FormDialog>', false],
])('sees that a form shows failures %s', (_, inside, shows) => {
  const uses = formUses([{ path: 'src/a/dialog.tsx', text: form(inside) }, refused('<Failed />')]);
  expect(uses[0]).toEqual({ where: 'src/a/dialog.tsx: Dialog', showsFailures: shows });
});

test('sees that an imported component shows none, and that a failure shown behind a form is not in it', () => {
  expect(formUses([{ path: 'src/a/dialog.tsx', text: form('<Refused />') }, refused('null')])[0]!.showsFailures).toBe(
    false,
  );
  const behind = form('Text').replace('<><FormDialog>', '<><SaveFailed /><FormDialog>');
  expect(formUses([{ path: 'src/a/dialog.tsx', text: behind }])[0]!.showsFailures).toBe(false);
});

test('sees a save that is shown nowhere', () => {
  const silentForm = {
    path: 'src/a/silent.tsx',
    text: form('Text').replace('<SaveFailed result={failure} />', 'null'),
  };
  expect(usesWithoutPlace([silentForm], 'useMutation')).toEqual(['src/a/silent.tsx']);
  expect(usesWithoutPlace([{ path: 'src/a/dialog.tsx', text: form('<SaveFailed />') }], 'useMutation')).toEqual([]);
});
