/** Auth pages besides sign-in, as one chunk: they need a network and are rarely opened on a device in use. */
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
