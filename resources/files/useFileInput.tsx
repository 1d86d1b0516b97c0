/** A hidden file input, and the function that opens it. */
import { type InputHTMLAttributes, type ReactNode, useRef } from 'react';

interface FileInputOptions
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'aria-label' | 'accept' | 'multiple' | 'capture' | 'disabled'
  > {
  onTake(files: File[]): void;
}

export function useFileInput({ onTake, ...attributes }: FileInputOptions): {
  input: ReactNode;
  pick(): void;
} {
  const element = useRef<HTMLInputElement>(null);
  const input = (
    <input
      {...attributes}
      ref={element}
      hidden
      type="file"
      onChange={({ target }) => {
        onTake([...(target.files ?? [])]);
        // Lets the user choose the same file again.
        target.value = '';
      }}
    />
  );
  return { input, pick: () => element.current?.click() };
}
