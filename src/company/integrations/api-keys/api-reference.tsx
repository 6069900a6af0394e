/** API reference generated from the OpenAPI description, each operation with an example to copy. */
import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { apiAddress, readApiDescription, type ApiOperation } from '../../../data/api-description.ts';
import { API_SCOPES } from '../../../domain/api-scopes.ts';
import { useCurrentUser } from '../../../session/use-session.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { type, weight } from '../../../ui/theme/sizes.ts';
import { CodeBox } from './code-box.tsx';
import { curlExample } from './example.ts';
import { ApiConsole } from './api-console.tsx';

const useStyles = makeStyles({
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  list: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4px', minWidth: 0 },
  name: { ...type.body, fontWeight: weight.bold, fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
  summary: { cursor: 'pointer', padding: '10px 0' },
  note: { ...type.note, margin: '0 0 8px', color: tokens.colorNeutralForeground3 },
});

export function ApiReference() {
  const styles = useStyles();
  const company = useCurrentUser()?.company;
  const query = useServerQuery({
    key: [company?.id ?? '', 'api-description'],
    fetch: (signal) => readApiDescription(signal),
  });
  const address = apiAddress();
  return (
    <FormSection title="apiKeys.reference">
      <p className={styles.about}>
        <FormattedMessage id="apiKeys.reference.about" />
      </p>
      <p className={styles.about}>
        <Link href={`${address}/openapi.json`} target="_blank" rel="noreferrer" inline>
          <FormattedMessage id="apiKeys.reference.description" />
        </Link>
      </p>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="apiKeys.reference.failed" />}>
        {({ paths }) => (
          <div className={styles.list}>
            {Object.entries(paths).flatMap(([path, methods]) =>
              Object.entries(methods).map(([method, operation]) => (
                <Operation key={operation.operationId} operation={operation} endpoint={{ address, method, path }} />
              )),
            )}
            <ApiConsole paths={paths} />
          </div>
        )}
      </QueryView>
    </FormSection>
  );
}

function Operation({
  operation,
  endpoint,
}: {
  operation: ApiOperation;
  endpoint: { address: string; method: string; path: string };
}) {
  const styles = useStyles();
  const intl = useIntl();
  const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
  const requiredScope = operation.security[0].key[0];
  const scope = API_SCOPES.find((candidate) => candidate === requiredScope);
  return (
    <details>
      <summary className={styles.summary}>
        <span className={styles.name}>{name}</span>
      </summary>
      {/* The description is in English only. */}
      <p className={styles.note} lang="en">
        {operation.summary}
      </p>
      {scope && (
        <p className={styles.note}>
          {intl.formatMessage(
            { id: 'apiKeys.reference.scope' },
            { scope: intl.formatMessage({ id: `apiKeys.scope.${scope}` }) },
          )}
        </p>
      )}
      <CodeBox
        code={curlExample(operation, endpoint)}
        label={intl.formatMessage({ id: 'apiKeys.reference.copy' }, { name })}
      />
    </details>
  );
}
