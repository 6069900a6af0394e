/**
 * Rules that TypeScript and SQL both implement. Each pair has a test that runs both sides on the same cases, and a
 * fingerprint of each side's source (rule-pairs.json), so that an edit of one side fails tests/lint/rule-pairs.test.ts
 * until the other side has been checked.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readChapters } from '../../supabase/chapters.ts';

export const ROOT = new URL('../..', import.meta.url).pathname;

export interface RulePair {
  rule: string;
  /** Top-level declarations by file; those that are not exported may be named, too. */
  typescript: Readonly<Record<string, readonly string[]>>;
  /** Functions and types; a column or a constraint through the function that its check calls. */
  sql: readonly string[];
  test: string;
}

const PAIRS_TEST = 'tests/database/rule-pairs.test.ts';
const FORMS_TEST = 'tests/database/rule-pairs-forms.test.ts';
const BOOKINGS_TEST = 'tests/database/rule-pairs-bookings.test.ts';
const pair = (
  rule: string,
  typescript: RulePair['typescript'],
  sql: readonly string[],
  test = PAIRS_TEST,
): RulePair => ({
  rule,
  typescript,
  sql,
  test,
});

export const RULE_PAIRS: readonly RulePair[] = [
  // Text
  pair(
    'Email address',
    {
      'src/domain/email-address.ts': [
        'isEmailAddress',
        'normalizeEmailAddress',
        'visibleText',
        'ADDRESS',
        'ATOM',
        'LETTER',
        'LABEL_REST',
        'BEYOND_ASCII',
        'INVISIBLE',
        'SPACE',
        'BROKEN',
        'MAX_EMAIL_ADDRESS_LENGTH',
        'MAX_LOCAL_BYTES',
      ],
    },
    ['private.is_email_address', 'private.normalize_email_address', 'private.visible_text'],
  ),
  pair(
    'Typed texts',
    {
      'src/domain/email-address.ts': ['trimmedText', 'parseTextInput', 'OUTER_BLANK', 'MAX_NAME_LENGTH'],
      'src/domain/fields.ts': ['requiredText', 'optionalText'],
    },
    ['private.trim_text', 'private.parse_text', 'private.parse_text_field'],
  ),
  pair('Search without case and accents', { 'src/domain/search-text.ts': ['normalizeText', 'MARKS', 'SINGLE'] }, [
    'private.search_words',
  ]),
  pair('Two bookings of one guest', { 'src/domain/bookings.ts': ['isSameGuest', 'comparable'] }, [
    'private.is_same_guest',
    'private.comparable_text',
  ]),
  pair('Text in a language', { 'src/domain/locales.ts': ['textInLocale'] }, ['private.in_locale']),
  pair(
    'Placeholders of email templates',
    {
      'src/domain/email-templates.ts': [
        'PLACEHOLDERS',
        'PLACEHOLDER_PATTERN',
        'findUnknownPlaceholder',
        'findMissingPlaceholder',
        'findBrace',
      ],
      'src/data/email-templates.ts': ['EMAIL_TEMPLATES'],
    },
    ['private.template_placeholders', 'private.template_problem'],
  ),
  // Fields
  pair(
    'Blank texts',
    { 'src/domain/fields.ts': ['requiredText', 'maxTextLength', 'isLongerThan'] },
    ['private.trim_text', 'private.text_problem'],
    FORMS_TEST,
  ),
  pair(
    'Dates and times of day',
    { 'src/domain/fields.ts': ['date', 'time'], 'src/domain/parse-date-time.ts': ['parseDateInput', 'parseTimeInput'] },
    ['private.date_problem', 'private.time_problem'],
    FORMS_TEST,
  ),
  pair('Phone number', { 'src/domain/fields.ts': ['optionalPhone'] }, ['private.is_phone_number']),
  pair('Time zone', { 'src/domain/fields.ts': ['isTimeZone'] }, ['private.is_time_zone']),
  pair('Web URL', { 'src/domain/fields.ts': ['isWebAddress'] }, ['private.is_web_address']),
  pair('URL of a webhook', { 'src/domain/webhooks.ts': ['isWebhookUrl', 'BY_NAME', 'INSIDE'] }, [
    'private.is_webhook_url',
  ]),
  pair('Origin that may embed pages', { 'src/domain/fields.ts': ['isOrigin', 'ORIGIN'] }, ['private.is_origin']),
  pair('Reserved slugs', { 'src/booking/guest-page.ts': ['RESERVED_SLUGS', 'pageAt'] }, [
    'private.is_reserved_slug',
    'private.slug_from',
  ]),
  pair(
    'Fields of settings',
    {
      'src/domain/fields.ts': [
        'requiredText',
        'optionalText',
        'maxTextLength',
        'isLongerThan',
        'slug',
        'colour',
        'currency',
        'wholeNumber',
        'origins',
      ],
    },
    ['private.form_problems', 'private.string_problem', 'private.numeric_problem'],
  ),
  // Tours and departures
  pair('Overlapping prices', { 'src/domain/tour-form.ts': ['priceProblems', 'BY_AGE'] }, ['private.price_problems']),
  pair(
    'Texts that a tour needs',
    { 'src/domain/tours.ts': ['missingTexts', 'REQUIRED_TEXTS'] },
    ['private.missing_texts', 'private.tour_texts'],
    FORMS_TEST,
  ),
  pair(
    'Limits of schedules, exceptions and departures',
    {
      'src/domain/schedules.ts': [
        'scheduleSchema',
        'exceptionSchema',
        'departureOverridesSchema',
        'date',
        'time',
        'language',
        'capacity',
      ],
      'src/domain/date-forms.ts': ['blackoutFormSchema', 'MAX_BLACKOUT_DAYS'],
    },
    [
      'private.schedule_problems',
      'private.exception_problems',
      'private.override_problems',
      'private.language_problem',
      'private.number_problem',
      'private.change_blackout',
    ],
    FORMS_TEST,
  ),
  pair('Availability', { 'src/domain/calendar.ts': ['availabilityOf'] }, ['private.seat_availability']),
  pair('Changes of a departure', { 'src/domain/calendar.ts': ['departureChangesSchema'] }, ['private.are_changes']),
  pair('Differences between a departure and its tour', { 'src/domain/calendar.ts': ['DIFFERENCES', 'differencesOf'] }, [
    'private.departure_differences',
  ]),
  pair(
    'Recurrence rules',
    {
      'src/domain/recurrence.ts': [
        'parseRrule',
        'formatRrule',
        'RULE',
        'NTH_WEEKDAY',
        'MONTH',
        'MONTH_DAY',
        'readEnd',
        'readWeekdays',
      ],
    },
    ['private.is_rrule'],
    'tests/database/recurrence.test.ts',
  ),
  pair('Local date and time in a time zone', { 'src/lib/local-date.ts': ['localDateIn', 'wallClockIn'] }, [
    'private.minute_of_day',
  ]),
  // Guides
  pair('Who may guide', { 'src/domain/team-roles.ts': ['mayGuide'] }, ['private.may_guide']),
  pair(
    'Conflicts of an assignment',
    {
      'src/domain/assignment.ts': [
        'findConflicts',
        'findClash',
        'walkingMinutes',
        'isWithinHours',
        'covers',
        'METRES_A_MINUTE',
        'MAX_WALKING_MINUTES',
        'EARTH_RADIUS_METRES',
      ],
    },
    ['private.clash_reason', 'private.walking_minutes', 'private.is_within_hours', 'private.duty_conflicts'],
    'tests/database/guides.test.ts',
  ),
  pair(
    'Working hours',
    { 'src/domain/working-hours.ts': ['hoursOf', 'daySpansOf', 'isValidSpan', 'minuteOf', 'clock'] },
    ['private.are_hours', 'private.parse_hours', 'private.hours_json'],
    FORMS_TEST,
  ),
  // Partners
  pair(
    'Commission terms',
    { 'src/domain/agreement-terms.ts': ['termsFormSchema', 'rate', 'MAX_AMOUNT', 'shared', 'terms'] },
    ['private.is_terms', 'private.is_commission_rate', 'private.is_percent'],
    FORMS_TEST,
  ),
  pair(
    'Allotments',
    { 'src/domain/allotments.ts': ['allotmentsFormSchema', 'allotmentSchema'] },
    ['private.are_valid_allotments'],
    FORMS_TEST,
  ),
  // Bookings and the roll-call
  pair(
    'Contacts of bookings',
    { 'src/domain/booking-contact.ts': ['bookingContact'] },
    ['private.check_contact', 'private.parse_text_field', 'private.parse_email_field'],
    FORMS_TEST,
  ),
  pair(
    'Filters of bookings',
    {
      'src/domain/booking-filter.ts': [
        'bookingFilter',
        'condition',
        'node',
        'depthOf',
        'MAX_DEPTH',
        'list',
        'word',
        'words',
        'date',
        'time',
        'amount',
        'MAX_AMOUNT',
        'MAX_LISTED_VALUES',
      ],
    },
    [
      'private.booking_condition',
      'private.field_condition',
      'private.text_list',
      'private.range_condition',
      'private.time_condition',
      'private.date_condition',
      'private.instant_condition',
    ],
    BOOKINGS_TEST,
  ),
  pair(
    'Whether a party can be booked',
    { 'src/booking/steps/party.ts': ['validateParty', 'seatsOf', 'sizeOf'] },
    ['private.party_problem', 'private.needs_companion', 'private.check_availability'],
    BOOKINGS_TEST,
  ),
  pair(
    'Import preview',
    {
      'src/domain/import/seat-availability.ts': [
        'classifyBookingRows',
        'problemOf',
        'partyProblem',
        'seatsOf',
        'ENDED_STATES',
      ],
    },
    [
      'private.import_rows',
      'private.import_known_row',
      'private.check_new_row',
      'private.check_availability',
      'private.refused_outcome',
    ],
    BOOKINGS_TEST,
  ),
  pair(
    'Amount due for a booking',
    { 'src/domain/money-due.ts': ['amountDueForBooking', 'OWES_NOTHING'] },
    ['private.booking_money', 'private.is_released_status'],
    BOOKINGS_TEST,
  ),
  pair('Time from which attendance is known', { 'src/domain/bookings.ts': ['attendanceIsKnown', 'KNOWN_FROM_MS'] }, [
    'private.attendance_not_known_yet',
  ]),
  pair('Ids of guests', { 'src/domain/signed-ticket.ts': ['signedGuestId'] }, ['private.guest_id']),
  pair('Alphabet of codes', { 'src/domain/codes.ts': ['CODE_ALPHABET', 'TICKET_CODE_LENGTH', 'REFERENCE_LENGTH'] }, [
    'private.random_code',
  ]),
  pair(
    'Limits of a push',
    { 'src/domain/actions.ts': ['PUSH_LIMITS'] },
    ['private.push_limit'],
    'tests/database/push-sizes.test.ts',
  ),
  pair(
    'Check-in fold',
    {
      'src/domain/check-in.ts': [
        'foldCheckIn',
        'roster',
        'toCanonicalJson',
        'compareByTime',
        'deviceKey',
        'grouped',
        'devices',
        'TALLY_OF',
      ],
    },
    ['private.fold_check_in'],
    'tests/database/fold.test.ts',
  ),
  pair(
    'Report fold',
    {
      'src/domain/tour-report.ts': [
        'prefillReport',
        'foldReport',
        'toCanonicalReport',
        'countsUnmarkedAsPresent',
        'requiresReport',
      ],
    },
    ['private.fold_report', 'private.is_report_required'],
    'tests/database/report-fold.test.ts',
  ),
  pair('Overdue report', { 'src/domain/tour-report.ts': ['isOverdue', 'REPORT_HOURS'] }, ['private.report_due_at']),
  pair('Lead time', { 'src/domain/figures.ts': ['LEAD_TIMES', 'LEAD_TIME_DAYS'] }, ['private.lead_time_bucket']),
  pair(
    'Outcomes of an import',
    { 'src/domain/import/rows.ts': ['IMPORT_OUTCOMES'] },
    ['private.import_outcome'],
    'tests/database/import-bookings.test.ts',
  ),
  pair(
    'Days on a device',
    { 'src/domain/pull-window.ts': ['pullWindow'] },
    ['private.is_near_today', 'private.can_be_on_device', 'private.earliest_action_time'],
    'tests/database/days-on-device.test.ts',
  ),
  // People
  pair(
    'Own profile and emergency contact',
    { 'src/domain/own-account.ts': ['profileSchema', 'emergencyContactSchema', 'isNobody', 'contactEntries'] },
    ['public.change_own_profile', 'public.save_emergency_contact'],
    FORMS_TEST,
  ),
  pair(
    'Who sees a whole company',
    { 'src/domain/permissions.ts': ['seesWholeCompany'] },
    ['private.sees_whole_company'],
    FORMS_TEST,
  ),
  pair(
    'Permissions',
    { 'src/domain/permissions.ts': ['can', 'permissionsFor', 'passes', 'isPassKey', 'counts'] },
    ['private.subject_can'],
    'tests/database/permissions.test.ts',
  ),
];

/** Names that comments mention although only one side has the rule: shapes, and decisions of the server. */
export const NO_RULE_PAIRS: ReadonlySet<string> = new Set([
  'private.suppression_reason',
  'private.booking_cards',
  'private.calendar_entry',
  'private.departure_mail',
  'private.allotment_partner',
  'private.guest_data',
  'private.import_row',
  'private.issue_invoice',
  'private.mail_payload',
  'private.mail_snapshot',
  'private.mail_problem',
  'private.masked_payload',
  'private.message_state',
  'private.payment_difference_kind',
  'private.partner_cards',
  'private.payment_events',
  'private.payment_outcome',
  'private.reprice',
  'private.send_change_events',
  'private.subject',
  'private.webhook_attempts',
  'private.webhook_failure',
  'private.document_content',
  'private.documented_amount',
  'public.read_calendar',
]);

let joined: string | undefined;
const chapters = (): string =>
  (joined ??= readChapters()
    .map(({ sql }) => sql)
    .join('\n'));

/** Returns the statement that creates a function or type, without comments and line breaks; null if there is none. */
export function sqlSource(name: string): string | null {
  const start = new RegExp(`^create (?:or replace )?(?:function|type) ${name.replace('.', '\\.')}\\b`, 'm').exec(
    chapters(),
  );
  if (!start) return null;
  const text = chapters().slice(start.index);
  const end = /^begin atomic$/m.exec(text.slice(0, text.indexOf(';')))
    ? /^end;$/m.exec(text)
    : text.slice(0, text.indexOf(';')).includes('$$')
      ? /\$\$;$/m.exec(text)
      : /;$/m.exec(text);
  if (!end) throw new Error(`The chapters have no end of ${name}: see sqlSource in tests/support/rule-pairs.ts.`);
  return text
    .slice(0, end.index + end[0].length)
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=[([]) | (?=[)\]])/g, '');
}

const printer = ts.createPrinter({ removeComments: true });
const sources = new Map<string, ts.SourceFile>();
function sourceOf(file: string): ts.SourceFile {
  const cached = sources.get(file);
  if (cached) return cached;
  const parsed = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
  sources.set(file, parsed);
  return parsed;
}

/** Returns the top-level declaration of a name as the compiler prints it, without comments; null if there is none. */
export function typescriptSource(file: string, name: string): string | null {
  const source = sourceOf(file);
  for (const statement of source.statements) {
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map((declaration) => declaration.name.getText(source))
      : ts.isFunctionDeclaration(statement) && statement.body
        ? [statement.name?.text]
        : [];
    if (names.includes(name)) return printer.printNode(ts.EmitHint.Unspecified, statement, source).replace(/\s+/g, ' ');
  }
  return null;
}

export interface Fingerprints {
  typescript: string;
  sql: string;
}
const hash = (texts: readonly (string | null)[]) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);

export const fingerprintsOf = ({ typescript, sql }: RulePair): Fingerprints => ({
  typescript: hash(
    Object.entries(typescript).flatMap(([file, names]) => names.map((name) => typescriptSource(file, name))),
  ),
  sql: hash(sql.map(sqlSource)),
});

export const FINGERPRINTS_FILE = join(ROOT, 'tests/support/rule-pairs.json');
export const readFingerprints = (): Readonly<Record<string, Fingerprints>> =>
  JSON.parse(readFileSync(FINGERPRINTS_FILE, 'utf8')) as Record<string, Fingerprints>;

/** Describes what changed since a pair's fingerprints were written, or returns null. */
export function changeOf(pair: RulePair, known: Fingerprints | undefined): string | null {
  const now = fingerprintsOf(pair);
  const own = Object.entries(pair.typescript).map(([file, names]) => `${names.join(', ')} (${file})`);
  const check = `Extend the cases of ${pair.test}, run it, then run: npm run rule-pairs`;
  if (!known) return `New pair. ${check}`;
  if (now.typescript === known.typescript && now.sql === known.sql) return null;
  if (now.sql === known.sql) return `Only TypeScript changed. The other side: ${pair.sql.join(', ')}. ${check}`;
  if (now.typescript === known.typescript) return `Only SQL changed. The other side: ${own.join('; ')}. ${check}`;
  return `Both sides changed. ${check}`;
}
