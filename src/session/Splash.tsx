import { Mark } from '../theme/Mark.tsx';
import { useWords } from '../words/Words.tsx';

/** The screen while the application loads. */
export function Splash() {
  const { t } = useWords();
  return (
    <main className="splash" aria-busy="true">
      <Mark size={48} />
      <span className="visually-hidden">{t('officina.loading')}</span>
    </main>
  );
}
