/** Password input with a button that shows the password. */
import { Button, Input, type InputProps } from '@fluentui/react-components';
import { EyeOffRegular, EyeRegular } from '@fluentui/react-icons';
import { useState, type Ref } from 'react';
import { useIntl } from 'react-intl';

export interface PasswordInputProps extends Omit<InputProps, 'type' | 'contentAfter'> {
  ref?: Ref<HTMLInputElement>;
  /** `new-password` lets a password manager suggest one. */
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordInput(props: PasswordInputProps) {
  const intl = useIntl();
  const [isVisible, setIsVisible] = useState(false);
  return (
    <Input
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      contentAfter={
        <Button
          appearance="transparent"
          icon={isVisible ? <EyeOffRegular /> : <EyeRegular />}
          aria-label={intl.formatMessage({ id: isVisible ? 'login.password.hide' : 'login.password.show' })}
          aria-pressed={isVisible}
          onClick={() => setIsVisible(!isVisible)}
        />
      }
    />
  );
}
