import { useLate } from '../../resources/context/useLate.ts';
import { Mark } from '../theme/Mark.tsx';
import { useWords } from '../words/Words.tsx';

/** The screen while the application loads. After a while it tells what is loading. */
export function Splash() {
  const { t } = useWords();
  const late = useLate(true);
  if (late)
    return (
      <main className="splash">
        <Mark size={48} />
        <p role="status">{t('officina.network.waits')}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {t('officina.retry')}
        </button>
      </main>
    );
  return (
    <main className="splash" aria-busy="true">
      <Mark size={48} />
      <span className="visually-hidden">{t('officina.loading')}</span>
    </main>
  );
}
