/** API response: status, duration, relevant headers and body. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ApiResponse } from '../../../data/api-test-request.ts';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { type } from '../../../ui/theme/sizes.ts';
import { CodeBox } from './code-box.tsx';

/** Maximum characters shown; more would block the page. */
const MAX_CHARACTERS = 20_000;

const useStyles = makeStyles({
  response: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' },
  line: { ...type.body, display: 'flex', flexWrap: 'wrap', gap: '8px', margin: 0 },
  headers: {
    ...type.note,
    display: 'grid',
    gap: '2px',
    margin: 0,
    fontFamily: tokens.fontFamilyMonospace,
  },
  // A value that does not fit next to its name wraps below it.
  header: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '12px',
    overflowWrap: 'anywhere',
    '& dd': { minWidth: 0, margin: 0 },
    '& code': { font: 'inherit' },
  },
  cut: { ...type.note, margin: 0, color: tokens.colorNeutralForeground3 },
});

export function ApiResponseView({ response: { status, headers, durationMs, body } }: { response: ApiResponse }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.response}>
      <p className={styles.line}>
        <StateBadge state={status < 400 ? 'ok' : 'no'}>{String(status)}</StateBadge>
        <FormattedMessage
          id="apiKeys.try.took"
          values={{ took: intl.formatNumber(Math.max(1, Math.round(durationMs))) }}
        />
      </p>
      <dl className={styles.headers} lang="en">
        {headers.map(([name, value]) => (
          <div key={name} className={styles.header}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      {body !== '' && (
        <CodeBox code={body.slice(0, MAX_CHARACTERS)} label={intl.formatMessage({ id: 'apiKeys.try.copy' })} />
      )}
      {body.length > MAX_CHARACTERS && (
        <p className={styles.cut}>
          <FormattedMessage id="apiKeys.try.cut" />
        </p>
      )}
    </div>
  );
}
