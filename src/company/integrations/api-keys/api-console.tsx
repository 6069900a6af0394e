/** Console to call the API with a key. The key is held only in memory while the console is open. */
import { nowInstant } from '../../../lib/clock.ts';
import { Button, Field, Input, makeStyles, Select, Spinner, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ApiDescription, ApiOperation } from '../../../data/api-description.ts';
import { sendTestRequest, type ApiResponse } from '../../../data/api-test-request.ts';
import { type, weight } from '../../../ui/theme/sizes.ts';
import { Message } from '../../../ui/states/message.tsx';
import { sampleFromSchema } from './example.ts';
import { ApiResponseView } from './api-response-view.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', paddingTop: '12px' },
  title: { ...type.body, margin: 0, fontWeight: weight.bold },
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  // Masked from onlookers, but no password field, whose value the browser would offer to save.
  key: { '& input': { fontFamily: tokens.fontFamilyMonospace, WebkitTextSecurity: 'disc' } as object },
  send: { justifySelf: 'start' },
});

interface Readable {
  path: string;
  operation: ApiOperation;
}
const KEY = /^muster_(?:live|test)_[0-9a-f]{64}$/i;
/** Pagination parameter, which nobody types by hand. */
const OMITTED_PARAMETER = 'cursor';

const readableOf = (paths: ApiDescription['paths']): Readable[] =>
  Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, operation: get }] : []));
const inputParameters = ({ operation }: Readable) =>
  operation.parameters.filter(({ name, in: location }) => location !== 'header' && name !== OMITTED_PARAMETER);
const initialValues = (operation: Readable | undefined): Record<string, string> =>
  Object.fromEntries(
    (operation ? inputParameters(operation) : []).map(({ name, required, schema }) => {
      // An invented id would never be found, so the person enters one.
      const isId = (schema as { format?: string }).format === 'uuid';
      return [name, required && !isId ? sampleOf(schema) : name === 'limit' ? '5' : ''];
    }),
  );
/** Returns a sample that finds data: today instead of the fixed date of the examples. */
const sampleOf = (schema: ApiOperation['parameters'][number]['schema']) =>
  (schema as { format?: string }).format === 'date' ? nowInstant().slice(0, 10) : String(sampleFromSchema(schema));

export function requestUrl({ path, operation }: Readable, values: Record<string, string>): string {
  const query = new URLSearchParams();
  for (const { name, in: location } of operation.parameters) {
    const value = values[name]?.trim() ?? '';
    if (location === 'query' && value !== '') query.set(name, value);
  }
  const queryString = query.toString();
  return path.replace('{id}', encodeURIComponent(values['id']?.trim() ?? '')) + (queryString && `?${queryString}`);
}

export function ApiConsole({ paths }: { paths: ApiDescription['paths'] }) {
  const styles = useStyles();
  const intl = useIntl();
  const readable = readableOf(paths);
  const [path, setPath] = useState(readable[0]?.path ?? '');
  const selected = readable.find((operation) => operation.path === path);
  const [values, setValues] = useState(() => initialValues(selected));
  const [key, setKey] = useState('');
  const [isKeyInvalid, setKeyInvalid] = useState(false);
  const { isSending, response, send, reset } = useTestRequest();

  function choose(next: string): void {
    reset();
    setPath(next);
    setValues(initialValues(readable.find((operation) => operation.path === next)));
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    const pasted = key.trim();
    setKeyInvalid(!KEY.test(pasted));
    if (selected && KEY.test(pasted)) void send({ path: requestUrl(selected, values), key: pasted });
  }
  if (!selected) return null;
  return (
    <form className={styles.form} noValidate autoComplete="off" onSubmit={submit}>
      <h3 className={styles.title}>
        <FormattedMessage id="apiKeys.try" />
      </h3>
      <p className={styles.about}>
        <FormattedMessage id="apiKeys.try.about" />
      </p>
      <Field label={intl.formatMessage({ id: 'apiKeys.try.operation' })}>
        <Select value={path} onChange={(_, { value }) => choose(value)}>
          {readable.map((operation) => (
            <option key={operation.path} value={operation.path}>
              {operation.path}
            </option>
          ))}
        </Select>
      </Field>
      <ParameterFields operation={selected} values={values} onChange={setValues} />
      <KeyField value={key} isInvalid={isKeyInvalid} onChange={setKey} />
      <Button
        className={styles.send}
        type="submit"
        disabledFocusable={isSending}
        {...(isSending ? { icon: <Spinner size="tiny" /> } : {})}
      >
        <FormattedMessage id="apiKeys.try.send" />
      </Button>
      <Response response={response} />
    </form>
  );
}

interface ParameterFieldsProps {
  operation: Readable;
  values: Record<string, string>;
  onChange(values: Record<string, string>): void;
}

function ParameterFields({ operation, values, onChange }: ParameterFieldsProps) {
  return inputParameters(operation).map(({ name, required }) => (
    // Labelled by the parameter's name in the API, which is English.
    <Field key={name} label={{ children: name, lang: 'en' }} required={required}>
      <Input
        value={values[name] ?? ''}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1000}
        onChange={(_, { value }) => onChange({ ...values, [name]: value })}
      />
    </Field>
  ));
}

function Response({ response }: { response: ApiResponse | 'lost' | null }) {
  return (
    <div role="status">
      {response === 'lost' ? (
        <Message state="no">
          <FormattedMessage id="apiKeys.try.lost" />
        </Message>
      ) : (
        response && <ApiResponseView response={response} />
      )}
    </div>
  );
}

function KeyField({
  value,
  isInvalid,
  onChange,
}: {
  value: string;
  isInvalid: boolean;
  onChange(value: string): void;
}) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Field
      label={intl.formatMessage({ id: 'apiKeys.try.key' })}
      hint={intl.formatMessage({ id: 'apiKeys.try.key.hint' })}
      required
      {...(isInvalid ? { validationMessage: intl.formatMessage({ id: 'apiKeys.try.key.wrong' }) } : {})}
    >
      <Input
        className={styles.key}
        value={value}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        data-1p-ignore
        data-lpignore="true"
        onChange={(_, data) => onChange(data.value)}
      />
    </Field>
  );
}

/** One request at a time; `lost` is the response of one that failed. */
function useTestRequest() {
  const [isSending, setSending] = useState(false);
  const [response, setResponse] = useState<ApiResponse | 'lost' | null>(null);
  const request = useRef<AbortController | null>(null);
  useEffect(() => () => request.current?.abort(), []);

  function reset(): void {
    request.current?.abort();
    setResponse(null);
    setSending(false);
  }
  async function send(testRequest: Parameters<typeof sendTestRequest>[0]): Promise<void> {
    if (isSending) return;
    const controller = new AbortController();
    request.current = controller;
    setSending(true);
    const result = await sendTestRequest(testRequest, controller.signal);
    if (controller.signal.aborted) return;
    setSending(false);
    setResponse(result.ok ? result.data : 'lost');
  }
  return { isSending, response, send, reset };
}
