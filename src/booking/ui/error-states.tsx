import { useEffect, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Failure } from '../../domain/result.ts';
import { pageNotFound } from '../../lib/app-error.ts';
import { LostSignpost } from '../../ui/states/illustrations.tsx';
import { DocumentTitle } from './document-title.tsx';
import { postToHost } from '../embedding.ts';
import { groupPhoneDigits } from '../../lib/group-phone-digits.ts';

export function NotFound({ path }: { path: string }) {
  const { statusCode, statusMessage } = pageNotFound(path);
  return (
    <main className="page">
      <DocumentTitle id="errors.notFound.title" />
      <div className="art" aria-hidden>
        <LostSignpost />
      </div>
      <h1>
        <FormattedMessage id="errors.notFound.title" />
      </h1>
      <p className="status">
        <FormattedMessage id="errors.status" values={{ status: String(statusCode), message: statusMessage }} />
      </p>
      <p>
        <FormattedMessage id="booking.notFound" />
      </p>
    </main>
  );
}

export type Tone = 'no' | 'attention' | 'ok' | 'waiting' | 'neutral';

export function Notice({
  tone,
  title,
  children,
  live,
}: {
  tone: Tone;
  title?: ReactNode;
  children?: ReactNode;
  live?: boolean;
}) {
  return (
    <div className={`bk-notice bk-${tone}`} {...(live ? { role: 'alert' } : {})}>
      {title && <strong>{title}</strong>}
      {children}
    </div>
  );
}

function Call({ phone }: { phone?: string | null | undefined }) {
  if (!phone) return null;
  return (
    <p>
      <FormattedMessage
        id="booking.failure.call"
        values={{ phone: <a href={`tel:${phone}`}>{groupPhoneDigits(phone)}</a> }}
      />
    </p>
  );
}

function failureTextId({ code }: Failure) {
  if (code === 'offline') return navigator.onLine ? 'booking.failure.unreachable' : 'booking.failure.offline';
  if (code === 'timeout') return 'booking.failure.unreachable';
  if (code === 'rate_limited') return 'booking.failure.slowDown';
  if (code === 'version_differs' || code === 'key_revoked') return 'booking.failure.newVersion';
  return code === 'invalid' ? 'booking.failure.invalid' : 'booking.failure.other';
}

/** Why a request failed, with a retry button and the operator's phone. */
export function FailureNotice({
  failure,
  phone,
  onRetry,
}: {
  failure: Failure;
  phone?: string | null | undefined;
  onRetry?: () => void;
}) {
  useEffect(() => {
    postToHost({ type: 'failed', code: failure.code });
  }, [failure.code]);
  const seconds = Math.ceil((failure.retryAfter ?? 0) / 1000);
  return (
    <Notice tone="no" live>
      <p>
        <FormattedMessage id={failureTextId(failure)} />
        {failure.code === 'rate_limited' && seconds > 0 && (
          <>
            {' '}
            <FormattedMessage
              id={seconds < 90 ? 'booking.failure.seconds' : 'booking.failure.minutes'}
              values={{ seconds, minutes: Math.ceil(seconds / 60) }}
            />
          </>
        )}
      </p>
      <Call phone={phone} />
      {onRetry && (
        <button type="button" className="bk-secondary" onClick={onRetry}>
          <FormattedMessage id="query.retry" />
        </button>
      )}
    </Notice>
  );
}

/** A skeleton, with an explanation after a while. */
export function Waiting({
  isLong,
  phone,
  lines = 3,
}: {
  isLong: boolean;
  phone?: string | null | undefined;
  lines?: number;
}) {
  return (
    <div aria-busy className="bk-waiting">
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} className="bk-bone" />
      ))}
      <div role="status">
        {isLong && (
          <Notice tone="waiting">
            <p>
              <FormattedMessage id="booking.slow" />
            </p>
            <Call phone={phone} />
          </Notice>
        )}
      </div>
    </div>
  );
}
