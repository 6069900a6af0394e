/** Decides when the next pass runs. */
import type { Result } from '../../domain/result.ts';
import type { Clock, EnginePorts } from '../device/ports.ts';
import { backOffDelay } from './back-off.ts';
import type { SyncProgress } from './sync-context.ts';

const ACTION_DELAY_MS = 50;
const ACTIVE_INTERVAL_MS = 20_000;
const IDLE_INTERVAL_MS = 60_000;
const LOCK_RETRY_MS = 1000;

type PassResult = Result<'done' | 'elsewhere'>;

/** Returns a timer for one task: of several delays the earliest counts, unless `reschedule` replaces it. */
function createTimer(clock: Clock, isActive: () => boolean, task: () => void) {
  let cancelTimer = () => {};
  let timerAt = Infinity;
  const schedule = (delay: number) => {
    if (!isActive()) return;
    const at = clock.now() + delay;
    if (at >= timerAt) return;
    cancelTimer();
    timerAt = at;
    cancelTimer = clock.after(delay, () => {
      timerAt = Infinity;
      task();
    });
  };
  return {
    schedule,
    reschedule(delay: number) {
      cancelTimer();
      timerAt = Infinity;
      schedule(delay);
    },
    cancel: () => cancelTimer(),
  };
}

export function createPassScheduler(ports: EnginePorts, progress: SyncProgress, run: () => Promise<PassResult>) {
  const { clock } = ports;
  let running: Promise<PassResult> | null = null;
  let repeatRequested = false;
  let isDepartureOpen = false;
  let notBefore = 0;

  const isActive = () => progress.started && !progress.stopped.aborted;
  const { schedule, reschedule, cancel } = createTimer(clock, isActive, () => void tick());
  const backOff = (retryAfter?: number) =>
    backOffDelay(progress.failures, { random: () => ports.random(), retryAfter });

  const pass = () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };

  const tick = async () => {
    let result: PassResult;
    try {
      result = await pass();
    } catch (error) {
      // An unexpected error must not stop syncing for the day: back off, and rethrow so that it is reported.
      progress.failures += 1;
      reschedule(backOff());
      throw error;
    }
    if (!isActive()) return;
    if (result.ok && result.data === 'elsewhere') return schedule(LOCK_RETRY_MS);
    const repeat = repeatRequested && result.ok;
    repeatRequested = false;
    if (repeat) return schedule(ACTION_DELAY_MS);
    if (result.ok) notBefore = 0;
    if (result.ok || !result.retry) return reschedule(isDepartureOpen ? ACTIVE_INTERVAL_MS : IDLE_INTERVAL_MS);
    const wait = backOff(result.retryAfter);
    notBefore = result.retryAfter === undefined ? 0 : clock.now() + result.retryAfter;
    reschedule(wait);
  };

  return {
    schedule,
    cancel,
    pass,
    running: () => running,
    wake() {
      if (running) repeatRequested = true;
      else schedule(Math.max(0, notBefore - clock.now()));
    },
    actionAdded() {
      if (running) repeatRequested = true;
      // After a failure the backoff decides: pushing at once would add load to a server in trouble.
      else if (progress.failures === 0) schedule(ACTION_DELAY_MS);
    },
    setDepartureOpen(value: boolean) {
      if (value === isDepartureOpen) return;
      isDepartureOpen = value;
      if (isDepartureOpen && progress.failures === 0) schedule(ACTIVE_INTERVAL_MS);
    },
  };
}
