/** Bugsnag with our limits; its own code caps payloads at 1 MB, click texts at 140 and inline scripts as the specification says. */
import Bugsnag, { type Client, type Event } from '@bugsnag/js';
import { redact, redactDeep } from './redact.ts';
import type { ReportingSettings } from './reporting-settings.ts';

interface EventParts {
  errors: { errorMessage: string; stacktrace: { file: string }[] }[];
  breadcrumbs: { message: string; metadata: Record<string, unknown> }[];
  request: { url?: string; headers?: unknown };
  context?: string | undefined;
}

/** Redacts an event in place: messages, addresses, breadcrumbs. */
export function redactEvent(event: EventParts): void {
  for (const error of event.errors) {
    error.errorMessage = redact(error.errorMessage);
    for (const frame of error.stacktrace) frame.file = redact(frame.file);
  }
  for (const breadcrumb of event.breadcrumbs) {
    breadcrumb.message = redact(breadcrumb.message);
    breadcrumb.metadata = redactDeep(breadcrumb.metadata) as Record<string, unknown>;
  }
  if (event.request.url) event.request.url = redact(event.request.url);
  if (event.context) event.context = redact(event.context);
  delete event.request.headers;
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
    onError: (event: Event) => redactEvent(event as unknown as EventParts),
    onSession: (session) => {
      if (session.device) session.device.id = '';
    },
  });
}
