/**
 * The view, table or catalogue. It is the user's last choice, at first the plant's setting, and on phones always
 * the catalogue.
 */
import { useStore } from 'react-admin';
import { useApplication } from '../../resources/context/application.tsx';
import { useNarrow } from '../../resources/context/useNarrow.ts';

export type PartsView = 'list' | 'grid';

export function useView() {
  const narrow = useNarrow();
  const { setting } = useApplication();
  const begins: PartsView = setting('DefaultPartsView') === 'grid' ? 'grid' : 'list';
  const [chosen, choose] = useStore<PartsView | undefined>('ricambio.view');
  const view = narrow ? 'grid' : (chosen ?? begins);
  const images = narrow
    ? setting('ShowImgMobile') !== '0'
    : view === 'grid'
      ? setting('ShowImgDesktop') !== '0'
      : setting('ShowColImg') === '1';
  return { view, choose, narrow, images };
}
