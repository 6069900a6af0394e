/** Production implementation of the ports on Deno, which hosts the functions. */
import { withErrorHandling } from './json-response.ts';
import { missingSetting, type Handler, type Mailer, type Ports, type SecretName, type WebhookSender } from './ports.ts';
import { postgrest } from './postgrest.ts';
import { smtpMailer } from './smtp-mailer.ts';
import { webhookSender } from './webhook-sender.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(options: { hostname?: string; port?: number }, handler: (request: Request) => Promise<Response>): unknown;
};

/** Supabase has used three names for the service role's key. */
function platformKey(): string | undefined {
  const several = Deno.env.get('SUPABASE_SECRET_KEYS');
  const named = several ? (JSON.parse(several) as Record<string, string>)['default'] : undefined;
  return named ?? Deno.env.get('SUPABASE_SERVICE_ROLE_KEY');
}

function secrets(name: SecretName): string {
  const value = Deno.env.get(name) || (name === 'SUPABASE_SECRET_KEY' ? platformKey() : undefined);
  if (!value) throw missingSetting(name);
  return value;
}

function denoPorts(): Ports {
  let mailer: Mailer | undefined;
  let webhooks: WebhookSender | undefined;
  return {
    clock: { now: () => new Date() },
    // Lazy: a function without database access needs no key.
    database: {
      call: (name, args) =>
        postgrest({
          url: secrets('SUPABASE_URL'),
          key: secrets('SUPABASE_SECRET_KEY'),
          fetch: (request) => fetch(request),
        }).call(name, args),
    },
    mailer: {
      send: (mail) => (mailer ??= smtpMailer({ url: secrets('SMTP_URL'), from: secrets('MAIL_FROM') })).send(mail),
    },
    fetch: (input, init) => fetch(input, init),
    webhooks: { send: (request) => (webhooks ??= webhookSender()).send(request) },
    secrets,
  };
}

/** Serves requests. Hosted, the platform chooses the address; locally FUNCTION_PORT does, on 127.0.0.1 only. */
export function serveOnDeno(name: string, handler: Handler): void {
  const ports = denoPorts();
  const safe = withErrorHandling(name, handler);
  const port = Deno.env.get('FUNCTION_PORT');
  Deno.serve(port ? { hostname: '127.0.0.1', port: Number(port) } : {}, (request) => safe(request, ports));
}
