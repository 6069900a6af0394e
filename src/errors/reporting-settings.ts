/** Error reporting settings from the build's environment, with the limits of section 9 of the specification. */
export interface ReportingSettings {
  /** Null in mock mode, which sends nothing. */
  apiKey: string | null;
  /** Why the key is null, for the console message. */
  reason: 'missing' | 'malformed' | null;
  releaseStage: string;
  enabledReleaseStages: string[];
  maxEvents: number;
}

export const DEFAULT_MAX_EVENTS = 10;

const KEY = /^[0-9a-f]{32}$/i;

export function maxEventsOf(value: string | undefined): number {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 && number <= 100 ? number : DEFAULT_MAX_EVENTS;
}

export function reportingSettings(env: Readonly<Record<string, unknown>>): ReportingSettings {
  const text = (name: string) =>
    typeof env[name] === 'string' && env[name] !== '' ? (env[name] as string) : undefined;
  const key = text('VITE_BUGSNAG_KEY');
  const stages = text('VITE_BUGSNAG_RELEASE_STAGES');
  return {
    apiKey: key && KEY.test(key) ? key : null,
    reason: key === undefined ? 'missing' : KEY.test(key) ? null : 'malformed',
    releaseStage: text('MODE') ?? 'production',
    enabledReleaseStages: stages?.split(',').map((stage) => stage.trim()) ?? ['production'],
    maxEvents: maxEventsOf(text('VITE_BUGSNAG_MAX_EVENTS')),
  };
}
