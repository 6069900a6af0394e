/** Compares a company's ledger with its provider's list. Idempotent: each difference is stored once. */
import { literal, object, parse, pipe, string, uuid, variant } from 'valibot';
import { defineJob } from '../../_shared/job.ts';
import { createProvider } from '../../_shared/payments/providers.ts';

const ToCompare = variant('status', [
  object({ status: literal('ok'), provider: string(), secret_key: string(), from: string(), to: string() }),
  // The company has no account any more.
  object({ status: literal('none') }),
]);

export const reconcilePayments = defineJob({
  kind: 'reconcile_payments',
  payload: object({ company: pipe(string(), uuid()) }),
  async run({ company }, { ports }) {
    const result = parse(ToCompare, await ports.database.call('read_payments_to_compare', { company }));
    if (result.status !== 'ok') return;
    const { provider, secret_key: key, from, to } = result;
    const movements = await createProvider(provider, key, ports)?.list({ from: new Date(from), to: new Date(to) });
    if (movements) await ports.database.call('compare_payments', { company, provider, list: { movements } });
  },
});
