/** Parsing change events and sharing one channel between listeners. */
import { beforeEach, expect, test, vi } from 'vitest';
import { getClient, type Client } from './client.ts';
import { onChangeEvent, parseChangeEvent, type ChangeEvent } from './change-events.ts';

const waitFor = <T>(assertion: () => T) => vi.waitFor(assertion, { timeout: 10_000 });

vi.mock(import('./client.ts'));

/** Channels of the fake client: one per topic. */
const topics = new Map<string, { receive(payload: unknown): void; join(): void }>();
const removed: string[] = [];
beforeEach(() => {
  topics.clear();
  removed.length = 0;
  const channel = (topic: string) => {
    if (topics.has(topic)) throw new Error(`${topic} is joined already`);
    let receive: (payload: unknown) => void = () => {};
    const made = {
      topic,
      on: (_type: string, _filter: unknown, result: (message: { payload: unknown }) => void) => {
        receive = (payload) => result({ payload });
        return made;
      },
      subscribe: (result: (status: string) => void) => {
        topics.set(topic, { receive, join: () => result('SUBSCRIBED') });
        return made;
      },
    };
    return made;
  };
  const client = {
    realtime: { setAuth: async () => {} },
    channel,
    removeChannel: ({ topic }: { topic: string }) => {
      topics.delete(topic);
      removed.push(topic);
    },
  };
  vi.mocked(getClient).mockResolvedValue(client as unknown as Client);
});

test('shares one channel between listeners and leaves it with the last of them', async () => {
  const [device, screen]: [ChangeEvent[], ChangeEvent[]] = [[], []];
  const stopDevice = onChangeEvent('c', (changeEvent) => device.push(changeEvent));
  const stopScreen = onChangeEvent('c', (changeEvent) => screen.push(changeEvent));
  await waitFor(() => expect(topics.has('company:c')).toBe(true));
  topics.get('company:c')!.join();
  expect([device, screen]).toEqual([[parseChangeEvent(null)], [parseChangeEvent(null)]]);
  stopScreen();
  stopScreen();
  expect(removed).toEqual([]);
  topics.get('company:c')!.receive({ departures: ['d'] });
  expect(device.at(-1)).toEqual({ departures: ['d'], people: [], at: null });
  expect(screen).toHaveLength(1);
  stopDevice();
  expect(removed).toEqual(['company:c']);
  // A later listener joins again.
  onChangeEvent('c', () => {})();
});

test('parses departures, people and change number; anything unreadable means anything changed', () => {
  const wire = { company_id: 'c', departures: ['d'], people: ['u'], at: '812' };
  expect(parseChangeEvent(wire)).toEqual({ departures: ['d'], people: ['u'], at: '812' });
  expect(parseChangeEvent({ ...wire, departures: [] })).toEqual({ departures: [], people: ['u'], at: '812' });
  const anything = { departures: null, people: [], at: null };
  for (const odd of [
    null,
    undefined,
    'x',
    [],
    {},
    { departures: 'd', people: 7, at: 7 },
    { departures: [7], people: [null], at: '-1' },
  ])
    expect(parseChangeEvent(odd)).toEqual(anything);
});
