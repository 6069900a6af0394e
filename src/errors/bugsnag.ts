/**
 * Starts Bugsnag with our limits. Its own code caps payloads at 1 MB and click texts at 140 characters, and limits
 * inline scripts as the specification says.
 */
import Bugsnag, { type Client } from '@bugsnag/js';
import { filterReport } from './filter-report.ts';
import type { ReportingSettings } from './reporting-settings.ts';

/**
 * Filters an event when it is serialised rather than when it is created: Bugsnag adds to some events (unhandled
 * rejections) after every callback has run.
 */
export function filterOutgoingReports(event: object): void {
  const reportEvent = event as { toJSON(): unknown };
  const everything = reportEvent.toJSON.bind(reportEvent);
  reportEvent.toJSON = () => filterReport(everything());
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
    // Console lines may hold personal data; clicks and navigation are enough to find a fault.
    enabledBreadcrumbTypes: ['error', 'navigation', 'request', 'state', 'user', 'manual'],
    onError: filterOutgoingReports,
    onSession: (session) => {
      if (session.device) session.device.id = '';
    },
  });
}
