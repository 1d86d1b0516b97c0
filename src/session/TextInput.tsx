import { type ComponentProps, type ReactNode, useId } from 'react';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  error?: string;
  /** A button inside the field, at its end. */
  adornment?: ReactNode;
}

export function TextInput({ label, error, adornment, ...input }: TextInputProps) {
  const id = useId();
  return (
    <div className="input">
      <label htmlFor={id}>{label}</label>
      <div className="input-box">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {adornment}
      </div>
      {error && (
        <p className="input-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
