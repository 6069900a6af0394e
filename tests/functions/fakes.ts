/** Ports for tests: a real database, and fakes for everything else. */
import {
  MailRefused,
  missingSetting,
  type FunctionDatabase,
  type OutgoingMail,
  type Ports,
  type SecretName,
} from '../../supabase/functions/_shared/ports.ts';
import type { Session } from '../support/database.ts';

export const SECRETS: Record<SecretName, string> = {
  APP_URL: 'https://app.example.com',
  JOBS_SECRET: 'a secret of the job scheduler that is long enough to be one',
  SEND_EMAIL_HOOK_SECRET: 'v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  MAIL_EVENTS_SECRET: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  MAIL_FROM: 'no-reply@mail.example.com',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  TEST_PAYMENTS_SECRET: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  SUPABASE_URL: 'https://project.example.com',
  SUPABASE_SECRET_KEY: 'sb_secret_of_nobody',
};

/** Calls RPCs as the service role, each in its own transaction, as PostgREST does. */
export const serviceDatabase = (session: Session): FunctionDatabase => ({
  async call(name, args = {}) {
    const names = Object.keys(args);
    const list = names.map((key, place) => `${key} => $${place + 1}`).join(', ');
    const rows = await session.as('service_role', (query) =>
      query<{ result: unknown }>(`select public.${name}(${list}) as result`, Object.values(args)),
    );
    return rows[0]!.result;
  },
});

export interface FakeMailer {
  sent: OutgoingMail[];
  /** Set to make sending fail. */
  failure: 'refused' | 'unreachable' | null;
  send(mail: OutgoingMail): Promise<void>;
}

export function fakeMailer(): FakeMailer {
  return {
    sent: [],
    failure: null,
    async send(mail) {
      if (this.failure === 'refused') throw new MailRefused('The mail server refused it (550).');
      if (this.failure === 'unreachable') throw new Error('The mail server could not be reached.');
      this.sent.push(mail);
    },
  };
}

export interface Fakes extends Ports {
  mailer: FakeMailer;
}

export function fakePorts(input: Partial<Ports> & { secret?: Partial<Record<SecretName, string>> } = {}): Fakes {
  const mailer = fakeMailer();
  const { secret = {}, ...ports } = input;
  return {
    clock: { now: () => new Date() },
    database: { call: async (name) => Promise.reject(new Error(`Unexpected call of ${name}.`)) },
    fetch: async () => Promise.reject(new Error('Unexpected call.')),
    webhooks: { send: async () => Promise.reject(new Error('Unexpected webhook.')) },
    secrets: (name) => {
      const value = { ...SECRETS, ...secret }[name];
      if (!value) throw missingSetting(name);
      return value;
    },
    ...ports,
    mailer: (ports.mailer as FakeMailer | undefined) ?? mailer,
  };
}
