import type { ComponentProps } from 'react';
import { useWords } from '../words/Words.tsx';
import { place } from './page-address.ts';

/** A link between public pages without a page load. */
export const PageLink = ({ to, ...rest }: { to: string } & Omit<ComponentProps<'a'>, 'href'>) => (
  <a
    {...rest}
    href={to}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      place.go(to);
    }}
  />
);

export function BackToLogin() {
  const { t } = useWords();
  return (
    <PageLink className="link" to="/login">
      {t('officina.login.back')}
    </PageLink>
  );
}
