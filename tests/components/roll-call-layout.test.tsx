/** The roll-call's layout: the header in every sync state, and the names in their rows. */
import { useSyncExternalStore, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { GuestRow } from '../../src/company/check-in/guest-list/guest-row.tsx';
import { PartyRow } from '../../src/company/check-in/guest-list/party-row.tsx';
import { RefusedRow } from '../../src/company/check-in/guest-list/refused-row.tsx';
import type { RowProps } from '../../src/company/check-in/guest-list/row-actions.ts';
import { RollCallHeader } from '../../src/company/check-in/roll-call/roll-call-header.tsx';
import { RollCallContext, type RollCallContextValue } from '../../src/company/check-in/roll-call/roll-call-context.ts';
import { partiesOf } from '../../src/domain/attendance.ts';
import { LOCALES, type Locale } from '../../src/lib/locales.ts';
import { departureView } from '../../src/offline/read/departure-view.ts';
import { INITIAL_SYNC_STATE, type FullSyncState } from '../../src/offline/sync/sync-state.ts';
import { bookingId, departureRows, office, PERSON } from '../../src/offline/testing/office.ts';
import { SyncStatus } from '../../src/features/sync/sync-status.tsx';
import { useFormats } from '../../src/ui/format/use-formats.ts';
import '../../src/ui/theme/page.css';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

const MINUTE_MS = 60_000;
const TITLES: Record<Locale, string> = {
  en: 'Old town stories',
  es: 'Historias del casco antiguo',
  da: 'Historier fra den gamle by',
  it: 'Storie della città vecchia',
};

const savedState: FullSyncState = { ...INITIAL_SYNC_STATE, network: 'online', pulledAt: '2026-05-01T08:00:00.000Z' };
const listeners = new Set<() => void>();
let sync = savedState;
const setSync = (next: FullSyncState) => {
  sync = next;
  for (const listener of listeners) listener();
};
const useFakeSyncState = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => sync,
  );
await mockModule(import('../../src/offline/read/live-queries.ts'), async (original) => ({
  ...(await original()),
  useSyncState: useFakeSyncState,
}));

/** A departure whose first booking has three guests, one of them without a name; the other bookings have one guest. */
function viewOf(names: readonly string[], startsAt: string) {
  const { companies, tours } = office();
  const { departures, bookings, guests } = departureRows(names.length + 2, { startsAt });
  return departureView({
    frame: {
      company: companies![0]!,
      departure: departures[0]!,
      tour: { ...tours![0]!, title: TITLES },
      priceCategories: [],
      people: new Map([[PERSON, 'Gry']]),
      devices: new Map(),
      ownDeviceKey: '',
    },
    mirrored: {
      bookings: bookings.slice(0, names.length).map((booking, at) => ({ ...booking, contactName: names[at]! })),
      guests: guests.map((guest, at) => ({
        ...guest,
        name: names[at] ?? null,
        bookingId: at < names.length ? guest.bookingId : bookingId(1),
      })),
      actions: [],
    },
    pending: [],
  });
}
type View = ReturnType<typeof viewOf>;

const count = (of: number) => ({ kind: 'check_in' as const, count: of });
const CUT = ['no_response', 'unreachable', 'portal', 'offline'] as const;
/** Every state that the sync chip can show, with three digits where it counts. */
const CHIPS: Record<string, Partial<FullSyncState>> = {
  saved: {},
  fetching: { pulledAt: null },
  waiting: { waiting: 123, waitingCount: count(123) },
  parked: { parked: 123, parkedCount: count(123) },
  'signed out': { failure: 'signed_out' },
  updating: { failure: 'version_differs' },
  'not set up': { failure: 'key_wrong' },
  'storage full': { failure: 'storage_full' },
  ...Object.fromEntries(
    CUT.flatMap((network) => [
      [network, { network }],
      [`${network}, waiting`, { network, waiting: 123, waitingCount: count(123) }],
    ]),
  ),
};
const CLOCKS: Partial<FullSyncState>[] = [{}, { clockOffset: 26 * 60 * MINUTE_MS }];

interface Box {
  of: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns the boxes of all text lines and icons in the header, by the part that they belong to. */
function boxesOf(header: Element): Box[] {
  const found: Box[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(header, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement!;
    if (getComputedStyle(element).clipPath !== 'none') continue;
    const part = element.closest('button, [role=img], h2, [id]') ?? element;
    const of = part.getAttribute('aria-label') ?? part.textContent;
    if (node instanceof Text) range.selectNodeContents(node);
    else if (node instanceof SVGSVGElement) range.selectNode(node);
    else continue;
    for (const { left, right, top, bottom } of range.getClientRects())
      if (right > left) found.push({ of, left, right, top, bottom });
  }
  return found;
}

/** Pixels by which adjacent lines may overlap: line boxes are a little larger than their letters. */
const SLACK = 4;

function faultsOf(header: HTMLElement): string[] {
  const { left, right, top, bottom } = header.getBoundingClientRect();
  const boxes = boxesOf(header);
  const faults = boxes
    .filter((box) => box.left < left || box.right > right || box.top < top - SLACK || box.bottom > bottom + SLACK)
    .map((box) => `“${box.of}” leaves the header`);
  for (const current of boxes)
    for (const other of boxes)
      if (
        current.of < other.of &&
        current.left < other.right &&
        other.left < current.right &&
        current.top + SLACK < other.bottom &&
        other.top + SLACK < current.bottom
      )
        faults.push(`“${current.of}” overlaps “${other.of}”`);
  for (const element of header.querySelectorAll<HTMLElement>('*')) {
    const { overflowX, overflowY, clipPath } = getComputedStyle(element);
    if (element.textContent === '' || clipPath !== 'none' || (overflowX === 'visible' && overflowY === 'visible'))
      continue;
    if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2)
      faults.push(`“${element.textContent}” is cut off`);
  }
  if (header.scrollWidth > header.clientWidth) faults.push('the header is wider than the screen');
  return faults;
}

/** Enlarges text only, as a browser's text zoom does: font sizes and line heights grow, boxes do not. */
function enlargeText(root: HTMLElement, by: number): void {
  const all = [root, ...root.querySelectorAll<HTMLElement>('*')].map((element) => {
    const { fontSize, lineHeight } = getComputedStyle(element);
    return { element, fontSize: parseFloat(fontSize) * by, lineHeight: parseFloat(lineHeight) * by };
  });
  for (const { element, fontSize, lineHeight } of all) {
    element.style.fontSize = `${fontSize}px`;
    if (!Number.isNaN(lineHeight)) element.style.lineHeight = `${lineHeight}px`;
  }
}

function Scope({ view, children }: { view: View; children: ReactNode }) {
  const formats = useFormats('Europe/Copenhagen');
  const rollCall = {
    view,
    formats,
    parties: partiesOf(view),
    departures: [],
    actions: {},
  } as unknown as RollCallContextValue;
  return <RollCallContext value={rollCall}>{children}</RollCallContext>;
}

beforeEach(() => setSync(savedState));

describe('the header of a roll-call on a phone', () => {
  const WIDTHS = [320, 360];
  const STARTS = { late: -95, soon: 25 };

  test.each(
    (['en', 'es', 'da', 'it'] as const).flatMap((locale) =>
      Object.entries(STARTS).flatMap(([when, minutes]) => [1, 2].map((scale) => ({ locale, when, minutes, scale }))),
    ),
  )('shows everything in $locale, $when, at $scale times the text size', async ({ locale, minutes, scale }) => {
    const view = viewOf(['Ada'], new Date(Date.now() + minutes * MINUTE_MS).toISOString());
    const rollCall = { ...view.rollCall, tally: { ...view.rollCall.tally, checkedIn: 123, expected: 122, noShow: 0 } };
    await renderScreen(
      <Scope view={{ ...view, rollCall }}>
        <div>
          <RollCallHeader
            phone
            onBack={() => undefined}
            status={<SyncStatus compact onOpen={() => undefined} />}
            actions={null}
          />
        </div>
      </Scope>,
      { texts: ['roll-call'], locale },
    );
    await expect.element(page.getByRole('heading')).toBeVisible();
    const header = page.getByRole('heading').element().closest('header')!;
    const faults: string[] = [];
    for (const [name, chip] of Object.entries(CHIPS))
      for (const clock of CLOCKS) {
        for (const element of header.querySelectorAll<HTMLElement>('[style*=font]')) element.removeAttribute('style');
        header.removeAttribute('style');
        flushSync(() => setSync({ ...savedState, ...chip, ...clock }));
        if (scale !== 1) enlargeText(header, scale);
        for (const width of WIDTHS) {
          header.parentElement!.style.width = `${width}px`;
          faults.push(
            ...faultsOf(header).map((fault) => `${name}${clock.clockOffset ? ', clock' : ''}, ${width}: ${fault}`),
          );
        }
      }
    expect(faults).toEqual([]);
  });
});

describe('a row of the list', () => {
  const NAMES = ['Ågypta Gjørgyq', 'محمد بن جعفر الشيخ', 'Nguyễn Thị Hồng', 'ياسمين غـطـّـاس'];

  function Rows({ view, columns }: { view: View; columns: boolean }) {
    const formats = useFormats('Europe/Copenhagen');
    const shared = { active: false, columns, fading: false, formats, actions: {} } as unknown as RowProps;
    const [group, ...others] = partiesOf(view).sort((a, b) => b.size - a.size);
    const row = { isLeaving: false, waiting: false, ...shared };
    return (
      <div style={{ width: columns ? 900 : 360 }}>
        <PartyRow {...row} party={group!} name={group!.booking.contactName} isExpanded missingInView={null} />
        {group!.lines.map((line) => (
          <GuestRow
            key={line.guest.id}
            {...row}
            party={group!}
            line={line}
            name={line.guest.name ?? ''}
            isOnlyGuest={false}
          />
        ))}
        {others.map((party) => (
          <GuestRow
            key={party.booking.id}
            {...row}
            party={party}
            line={party.lines[0]!}
            name={party.booking.contactName}
            isOnlyGuest
          />
        ))}
        <RefusedRow
          action={{ id: 'a', kind: 'walk_in', name: 'Bo', occurredAt: '2026-05-01T08:00:00.000Z' } as never}
          {...row}
        />
      </div>
    );
  }
  const show = async (columns: boolean) => {
    await page.viewport(1000, 800);
    const view = viewOf(NAMES, '2026-05-01T09:00:00.000Z');
    await renderScreen(
      <Scope view={view}>
        <Rows view={view} columns={columns} />
      </Scope>,
      { texts: ['roll-call'] },
    );
    await expect.element(page.getByText(NAMES[2]!).first()).toBeVisible();
    return [...document.querySelectorAll<HTMLElement>('[data-name]')];
  };

  test.each(
    LOCALES.flatMap((locale) => (['late', 'pending'] as const).map((mark): [Locale, typeof mark] => [locale, mark])),
  )('in two lines has room for the mark of a party on a phone: %s, %s', async (locale, mark) => {
    const view = viewOf(NAMES, '2026-05-01T09:00:00.000Z');
    const [group] = partiesOf(view).sort((a, b) => b.size - a.size);
    const booking = { ...group!.booking, ...(mark === 'late' ? { lateMinutes: 120 } : { status: 'PENDING' as const }) };
    const Narrow = () => {
      const formats = useFormats('Europe/Copenhagen');
      const row = { active: false, fading: false, formats, actions: {} } as unknown as RowProps;
      return (
        <div style={{ width: 360 }}>
          <PartyRow
            {...row}
            columns={false}
            party={{ ...group!, booking }}
            name=""
            isExpanded={false}
            isLeaving={false}
            missingInView={null}
          />
        </div>
      );
    };
    await renderScreen(
      <Scope view={view}>
        <Narrow />
      </Scope>,
      { texts: ['roll-call'], locale },
    );
    const figure = page.getByText(/^0\D+\d$/);
    await expect.element(figure).toBeVisible();
    const line = figure.element().parentElement!.getBoundingClientRect();
    const badge = [...figure.element().parentElement!.children].find((child) => child.querySelector('svg'))!;
    // What does not fit wraps to a second line, which is hidden.
    expect(badge.getBoundingClientRect().top).toBeLessThan(line.top + 8);
    expect(badge.getBoundingClientRect().right).toBeLessThanOrEqual(line.right + 1);
  });

  test.each([
    ['in columns', true],
    ['in two lines', false],
  ])('%s aligns all names', async (_, columns) => {
    const edges = (await show(columns)).map((name) => Math.round(name.getBoundingClientRect().left));
    expect(edges.length).toBeGreaterThan(7);
    expect([...new Set(edges)]).toHaveLength(1);
  });

  test.each([
    ['in columns', true],
    ['in two lines', false],
  ])('%s cuts off no part of a letter', async (_, columns) => {
    const names = await show(columns);
    await document.fonts.ready;
    const canvas = document.createElement('canvas').getContext('2d')!;
    const cut = names.flatMap((name) => {
      const { top, bottom } = name.getBoundingClientRect();
      const { font } = getComputedStyle(name);
      canvas.font = font;
      const ink = canvas.measureText(name.textContent);
      // An empty inline box sits on the baseline.
      const mark = document.createElement('span');
      name.prepend(mark);
      mark.style.display = 'inline-block';
      const baseline = mark.getBoundingClientRect().bottom;
      mark.remove();
      const [above, below] = [
        top - (baseline - ink.actualBoundingBoxAscent),
        baseline + ink.actualBoundingBoxDescent - bottom,
      ];
      return above > 0.5 || below > 0.5
        ? [`${name.textContent}: ${above.toFixed(1)} above, ${below.toFixed(1)} below`]
        : [];
    });
    expect(cut).toEqual([]);
  });

  test('has one pill for a party, of two halves without borders', async () => {
    await show(false);
    const pill = page.getByRole('group').element();
    const [fewer, more] = [...pill.querySelectorAll('button')];
    const { width, height } = pill.getBoundingClientRect();
    expect(parseFloat(getComputedStyle(pill).borderTopLeftRadius)).toBeGreaterThanOrEqual(height / 2);
    expect(getComputedStyle(pill).borderTopWidth).toBe('1px');
    for (const half of [fewer!, more!]) {
      expect(getComputedStyle(half).borderTopWidth).toBe('0px');
      expect(half.getBoundingClientRect().height).toBe(height);
    }
    expect(fewer!.getBoundingClientRect().width + more!.getBoundingClientRect().width).toBeCloseTo(width, 0);
  });
});
