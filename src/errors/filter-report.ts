/** Rebuilds an error report from an allowlist of fields; anything else, also of later Bugsnag versions, is dropped. */
import { isAssetUrl, redactUrl, redactMessage, isProgramWord, REDACTED } from './redact-text.ts';

type Fields = Record<string, unknown>;

const fields = (value: unknown): Fields => {
  if (typeof value !== 'object' || value === null) return {};
  const serializable = value as Fields & { toJSON?: () => unknown };
  return typeof serializable.toJSON === 'function'
    ? fields({ ...(serializable.toJSON() as Fields), toJSON: undefined })
    : serializable;
};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
const text = (value: unknown, allowed: RegExp) =>
  typeof value === 'string' && allowed.test(value) ? value : undefined;
const address = (value: unknown) => (typeof value === 'string' ? redactUrl(value) : undefined);
const message = (value: unknown) => (typeof value === 'string' ? redactMessage(value) : '');

const ERROR_CLASS = /^[A-Z][A-Za-z]{0,40}(?:Error|Exception)$/;

function errorClass(value: unknown): string {
  return typeof value === 'string' && (ERROR_CLASS.test(value) || isProgramWord(value)) ? value : 'Error';
}

function frame(value: unknown) {
  const { file, method, lineNumber, columnNumber } = fields(value);
  const url = address(file);
  // Lines of a message can be parsed as stack frames. Outside our own files, a "function name" may be a person's name.
  const code = url !== undefined && isAssetUrl(url);
  return {
    file: url,
    method: (code && text(method, /^[\w$.<>[\]# ]{1,120}$/)) || REDACTED,
    lineNumber: number(lineNumber),
    columnNumber: number(columnNumber),
  };
}

function thrown(value: unknown) {
  const { errorClass: name, errorMessage, type, stacktrace } = fields(value);
  const plain = message(errorMessage);
  return {
    errorClass: errorClass(name),
    errorMessage: plain,
    message: plain,
    type: text(type, /^[a-z]{1,20}$/),
    stacktrace: list(stacktrace).map(frame),
  };
}

/** Returns a selector's element names without ids, classes and texts. */
const elements = (selector: unknown) =>
  typeof selector === 'string'
    ? selector
        .split(' > ')
        .map(
          (element) =>
            (/^[A-Z][A-Z\d]*(?![a-z])/i.exec(element)?.[0] ?? '') + (/:nth-child\(\d+\)$/.exec(element)?.[0] ?? ''),
        )
        .join(' > ')
        .slice(0, 140)
    : undefined;

const DETAILS: Record<string, (data: Fields) => Fields> = {
  navigation: ({ from, to }) => ({ from: address(from), to: address(to) }),
  request: ({ method, url, status, duration }) => ({
    method: text(method, /^[A-Z]{3,7}$/),
    url: address(url),
    status: number(status),
    duration: number(duration),
  }),
  user: ({ targetSelector }) => ({ targetSelector: elements(targetSelector) }),
  error: ({ errorClass: name, errorMessage, severity }) => ({
    errorClass: errorClass(name),
    errorMessage: message(errorMessage),
    severity: text(severity, /^[a-z]{1,10}$/),
  }),
};

function breadcrumb(value: unknown) {
  const { type, name, timestamp, metaData } = fields(value);
  const kind = text(type, /^[a-z]{1,12}$/) ?? 'manual';
  return { type: kind, name: message(name), timestamp, metaData: DETAILS[kind]?.(fields(metaData)) ?? {} };
}

/**
 * Returns what may leave the device of an event's JSON: no metadata, no user and no source code, as they may hold
 * personal data.
 */
export function filterReport(event: unknown): Fields {
  const {
    payloadVersion,
    exceptions,
    severity,
    unhandled,
    severityReason,
    app,
    device,
    request,
    breadcrumbs,
    context,
    session,
  } = fields(event);
  const { releaseStage, version, type, duration } = fields(app);
  const { locale, userAgent, orientation, time } = fields(device);
  const { id, startedAt, events } = fields(session);
  return {
    payloadVersion,
    exceptions: list(exceptions).map(thrown),
    severity: text(severity, /^[a-z]{1,10}$/),
    unhandled: unhandled === true,
    severityReason: { type: text(fields(severityReason)['type'], /^[A-Za-z]{1,40}$/) },
    app: { releaseStage, version, type, duration },
    device: { locale, userAgent, orientation, time },
    request: { url: address(fields(request)['url']) },
    breadcrumbs: list(breadcrumbs).map(breadcrumb),
    context: address(context),
    metaData: {},
    user: {},
    session: session === undefined ? undefined : { id, startedAt, events },
    featureFlags: [],
  };
}
