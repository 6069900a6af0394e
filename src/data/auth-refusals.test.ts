import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, ok } from '../domain/result.ts';
import { callAuth, type AuthResponse } from './auth-refusals.ts';
import { getClient } from './client.ts';

vi.mock(import('./client.ts'));
beforeEach(() => void vi.mocked(getClient).mockResolvedValue({} as never));

const callWith = (response: AuthResponse) =>
  callAuth(
    () => Promise.resolve(response),
    (data) => data,
  );
const refusal = (code: string, status: number) =>
  callWith({ data: null, error: { code, status, message: 'as it may be' } });

describe('callAuth', () => {
  test.each([
    ['otp_expired', 403, 'link_expired'],
    ['email_not_confirmed', 400, 'not_confirmed'],
    ['same_password', 422, 'same_password'],
    ['weak_password', 422, 'weak_password'],
    ['user_already_exists', 422, 'address_taken'],
    ['session_not_found', 403, 'sign_in_again'],
    ['reauthentication_needed', 401, 'code_required'],
    ['reauthentication_not_valid', 422, 'code_wrong'],
    ['mfa_verification_failed', 422, 'code_wrong'],
    ['insufficient_aal', 403, 'factor_required'],
    ['signup_disabled', 422, 'closed'],
  ])('maps %s to a refusal by its code, not by its status', async (code, status, name) => {
    expect(await refusal(code, status)).toEqual({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: name },
    });
  });

  test('tells a mail sent a moment ago from the hourly mail limit, and reports the limit', async () => {
    const rpc = vi.fn<(name: string) => Promise<unknown>>().mockResolvedValue({});
    vi.mocked(getClient).mockResolvedValue({ rpc } as never);
    const code = 'over_email_send_rate_limit';
    const callWithMessage = (message: string) => callWith({ data: null, error: { code, status: 429, message } });
    const soon = await callWithMessage('For security purposes, you can only request this after 46 seconds.');
    expect(soon).toMatchObject({ code: 'refused', refusal: { status: 'too_soon' } });
    expect(rpc).not.toHaveBeenCalled();
    // An unknown message must not count as success.
    for (const message of ['email rate limit exceeded', 'Something else'])
      expect(await callWithMessage(message)).toMatchObject({ code: 'refused', refusal: { status: 'mail_limit' } });
    expect(rpc).toHaveBeenCalledWith('report_mail_limit');
    rpc.mockRejectedValue(new Error('offline'));
    expect(await callWithMessage('email rate limit exceeded')).toMatchObject({ refusal: { status: 'mail_limit' } });
  });

  test('returns errors that the person cannot act on as failures', async () => {
    expect(await refusal('invalid_credentials', 400)).toMatchObject({ ok: false, code: 'wrong_credentials' });
    expect(await refusal('over_request_rate_limit', 429)).toMatchObject({ ok: false, code: 'rate_limited' });
    expect(await refusal('unexpected_failure', 500)).toMatchObject({ ok: false, code: 'server' });
    expect(await callWith({ data: null, error: { message: 'Failed to fetch' } })).toMatchObject({ code: 'offline' });
  });

  test('parses the response, and fails with bad_response for one that is not ours', async () => {
    expect(await callWith({ data: { fine: true }, error: null })).toEqual(ok({ fine: true }));
    expect(await callWith({ data: null, error: null })).toEqual(fail('bad_response', { retry: true }));
  });
});
