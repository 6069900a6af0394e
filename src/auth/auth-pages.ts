/** What is needed once to come in, as one part: of no use without a network, and hardly ever opened on a device that is in use. */
import type { ComponentType } from 'react';
import { paths } from '../lib/paths.ts';
import { ForgotPasswordPage } from './password/forgot-password-page.tsx';
import { ImpersonatePage } from './impersonate-page.tsx';
import { RegisterPage } from './register/register-page.tsx';
import { ThanksForRegisteringPage } from './register/thanks-for-registering-page.tsx';
import { UpdatePasswordPage } from './password/update-password-page.tsx';

export { LoginLink } from './login/login-link.tsx';
export { ResendButton } from './resend-button.tsx';

export const AUTH_PAGES: Readonly<Record<string, ComponentType>> = {
  [paths.forgotPassword]: ForgotPasswordPage,
  [paths.impersonatePattern]: ImpersonatePage,
  [paths.register]: RegisterPage,
  [paths.thanksForRegistering]: ThanksForRegisteringPage,
  [paths.updatePassword]: UpdatePasswordPage,
};
