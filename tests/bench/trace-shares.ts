/** Reads a Chromium trace: what the main thread did between the marks `window-starts` and `window-ends`. */

export interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  /** In microseconds. */
  ts: number;
  dur?: number;
  id?: string;
  args: {
    data?: {
      cpuProfile?: {
        nodes?: { id: number; parent?: number; callFrame: { functionName: string; url?: string } }[];
        samples?: number[];
      };
      timeDeltas?: number[];
      startTime?: number;
    };
  };
}

type Shares = (readonly [name: string, milliseconds: number])[];
type Span = { from: number; to: number };

const LAYING_OUT = new Set([
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'Layerize',
  'Paint',
  'Commit',
  'ScheduleStyleRecalculation',
]);
const GARBAGE = /GC/;

export function sharesOf(events: readonly TraceEvent[]): { tasks: Shares; own: Shares; within: Shares } {
  const marks = events.filter(({ name }) => name === 'window-starts' || name === 'window-ends');
  const main = marks[0];
  if (!main) throw new Error('The trace does not contain the measured interval.');
  marks.sort((a, b) => a.ts - b.ts);
  const windows: Span[] = [];
  for (const { name, ts } of marks)
    if (name === 'window-starts') windows.push({ from: ts, to: Infinity });
    else if (windows.length > 0) windows[windows.length - 1]!.to = ts;
  const overlap = (from: number, to: number) =>
    windows.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);
  const isOnMainThread = ({ pid, tid }: TraceEvent) => pid === main.pid && tid === main.tid;

  // The self time of each event, without nested ones.
  const spans = events
    .filter((event) => event.ph === 'X' && isOnMainThread(event) && overlap(event.ts, event.ts + (event.dur ?? 0)) > 0)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks = new Map<string, number>();
  const add = (to: Map<string, number>, name: string, microseconds: number) =>
    to.set(name, (to.get(name) ?? 0) + microseconds / 1000);
  const open: { end: number; kind: string }[] = [];
  let busy = 0;
  for (const { name, ts, dur = 0 } of spans) {
    while (open.length > 0 && open[open.length - 1]!.end <= ts) open.pop();
    const time = overlap(ts, ts + dur);
    const outer = open[open.length - 1];
    if (outer) add(tasks, outer.kind, -time);
    else busy += time;
    const kind = LAYING_OUT.has(name) ? name : GARBAGE.test(name) ? 'garbage' : 'script and the rest';
    add(tasks, kind, time);
    open.push({ end: ts + dur, kind });
  }
  add(tasks, 'waiting (storage, the next frame)', windows.reduce((sum, { from, to }) => sum + to - from, 0) - busy);

  const { own, within } = profileOf(events, overlap);
  return { tasks: sorted(tasks), own: sorted(own), within: sorted(within) };
}

function profileOf(events: readonly TraceEvent[], overlap: (from: number, to: number) => number) {
  const own = new Map<string, number>();
  const within = new Map<string, number>();
  const profiles = new Set(events.filter(({ name }) => name === 'ProfileChunk').map(({ pid, id }) => `${pid} ${id}`));
  for (const profile of profiles) {
    const nodes = new Map<number, { name: string; parent: number | undefined }>();
    const start = events.find(({ name, pid, id }) => name === 'Profile' && `${pid} ${id}` === profile);
    let at = start?.args.data?.startTime ?? start?.ts ?? 0;
    const chunks = events.filter(({ name, pid, id }) => name === 'ProfileChunk' && `${pid} ${id}` === profile);
    chunks.sort((a, b) => a.ts - b.ts);
    for (const { args } of chunks) {
      for (const { id, parent, callFrame } of args.data?.cpuProfile?.nodes ?? [])
        nodes.set(id, { name: nameOf(callFrame), parent });
      const samples = args.data?.cpuProfile?.samples ?? [];
      const deltas = args.data?.timeDeltas ?? [];
      samples.forEach((sample, index) => {
        const from = at;
        at += deltas[index] ?? 0;
        const time = overlap(from, at) / 1000;
        const leaf = nodes.get(sample);
        if (time === 0 || !leaf || leaf.name === '(idle)' || leaf.name === '(program)') return;
        own.set(leaf.name, (own.get(leaf.name) ?? 0) + time);
        const seen = new Set<string>();
        for (
          let node: typeof leaf | undefined = leaf;
          node;
          node = node.parent === undefined ? undefined : nodes.get(node.parent)
        )
          seen.add(node.name);
        for (const name of seen) within.set(name, (within.get(name) ?? 0) + time);
      });
    }
  }
  return { own, within };
}

const nameOf = ({ functionName, url = '' }: { functionName: string; url?: string }) =>
  `${functionName || '(without a name)'}${url ? ` · ${url.replace(/^.*\//, '')}` : ''}`;
const sorted = (of: Map<string, number>): Shares => [...of].sort(([, a], [, b]) => b - a);
