/** Bugsnag with our limits; its own code caps payloads at 1 MB, click texts at 140 and inline scripts as the specification says. */
import Bugsnag, { type Client } from '@bugsnag/js';
import { filterReport } from './filter-report.ts';
import type { ReportingSettings } from './reporting-settings.ts';

/**
 * Lets only what is allowed leave. It takes hold where the event is written out, not where it is made: Bugsnag adds to some events
 * (rejected promises) after every other callback has run.
 */
export function filterOutgoingReports(event: object): void {
  const whole = event as { toJSON(): unknown };
  const everything = whole.toJSON.bind(whole);
  whole.toJSON = () => filterReport(everything());
}

export function startBugsnag(settings: ReportingSettings & { apiKey: string }): Client {
  return Bugsnag.start({
    apiKey: settings.apiKey,
    appVersion: import.meta.env['VITE_APP_VERSION'] || 'dev',
    releaseStage: settings.releaseStage,
    enabledReleaseStages: settings.enabledReleaseStages,
    maxEvents: settings.maxEvents,
    collectUserIp: false,
    generateAnonymousId: false,
    // Console lines may hold anything; what was tapped and where one went says enough.
    enabledBreadcrumbTypes: ['error', 'navigation', 'request', 'state', 'user', 'manual'],
    onError: filterOutgoingReports,
    onSession: (session) => {
      if (session.device) session.device.id = '';
    },
  });
}
