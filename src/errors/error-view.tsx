/**
 * Renders "Page Not Found" for status 404 and "Internal Server Error" for all others (specification, sections 2 and 8).
 */
import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { BrokenPlank, LostSignpost } from '../ui/states/illustrations.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import type { ErrorDetails } from './describe-error.ts';

const useStyles = makeStyles({
  status: { fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground3 },
  details: {
    width: '100%',
    maxWidth: '72ch',
    textAlign: 'start',
    color: tokens.colorNeutralForeground2,
    '& summary': { cursor: 'pointer', padding: '12px 0' },
    '& pre': {
      margin: 0,
      padding: '12px',
      overflowX: 'auto',
      whiteSpace: 'pre-wrap',
      backgroundColor: tokens.colorNeutralBackground3,
      borderRadius: tokens.borderRadiusMedium,
      fontFamily: tokens.fontFamilyMonospace,
      fontSize: tokens.fontSizeBase200,
    },
  },
});

export function ErrorView(props: ErrorDetails & { actions?: ReactNode; children?: ReactNode }) {
  const styles = useStyles();
  const { statusCode, statusMessage, description, stack, actions, children } = props;
  const notFound = statusCode === 404;
  return (
    <EmptyState
      page
      drawing={notFound ? <LostSignpost /> : <BrokenPlank />}
      title={<FormattedMessage id={notFound ? 'errors.notFound.title' : 'errors.internal.title'} />}
      actions={actions}
    >
      <p className={styles.status}>
        <FormattedMessage id="errors.status" values={{ status: String(statusCode), message: statusMessage }} />
      </p>
      <p>
        <FormattedMessage id={notFound ? 'errors.notFound.text' : 'errors.internal.text'} />
      </p>
      {description && <p>{description}</p>}
      {children}
      {!notFound && stack && (
        <details className={styles.details}>
          <summary>
            <FormattedMessage id="errors.internal.details" />
          </summary>
          <pre>{stack}</pre>
        </details>
      )}
    </EmptyState>
  );
}
